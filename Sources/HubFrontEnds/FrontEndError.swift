/// What went wrong with a front end, as one sentence that says what, where and what to do.
package struct FrontEndError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of fault; the set can grow.
  package struct Code: Hashable, Sendable {
    private enum Kind: String, Hashable, Sendable {
      case notFound
      case notTrusted
      case notLoadable
      case notAFrontEnd
      case declined
      case badDescriptor
      case badSignature
      case failed
      case system
      case crashed
      case quarantined
      case notGranted
    }

    private let kind: Kind

    /// No file of that name in any place.
    package static let notFound = Code(kind: .notFound)
    /// Somebody else could have written the file, or could exchange it.
    package static let notTrusted = Code(kind: .notTrusted)
    /// The dynamic loader cannot load the file.
    package static let notLoadable = Code(kind: .notLoadable)
    /// A shared object without the entry function.
    package static let notAFrontEnd = Code(kind: .notAFrontEnd)
    /// The plug-in says that it does not go with this host.
    package static let declined = Code(kind: .declined)
    /// The descriptor breaks a rule of the ABI header.
    package static let badDescriptor = Code(kind: .badDescriptor)
    /// A method is required and missing, or has another signature than the host's.
    package static let badSignature = Code(kind: .badSignature)
    /// The front end was loaded and could not start.
    package static let failed = Code(kind: .failed)
    /// A call to the system failed.
    package static let system = Code(kind: .system)
    /// Its runner ended, or was ended, before it stood.
    package static let crashed = Code(kind: .crashed)
    /// It crashed too often and was set aside.
    package static let quarantined = Code(kind: .quarantined)

    /// It needs what the app file does not grant.
    package static let notGranted = Code(kind: .notGranted)

    /// The code as a word, for messages between processes.
    package var word: String { kind.rawValue }

    private init(kind: Kind) { self.kind = kind }

    /// The code of a word; nil for any other.
    package init?(word: String) {
      guard let kind = Kind(rawValue: word) else { return nil }
      self.kind = kind
    }
  }

  package let code: Code
  /// One sentence for people.
  package let message: String

  package init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  package var description: String { message }
}
