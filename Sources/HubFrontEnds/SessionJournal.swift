import HubCore

/// The core's form of a journalled handoff; the store has one of its own with the same name.
typealias HandoffEntry = JournalEntry
