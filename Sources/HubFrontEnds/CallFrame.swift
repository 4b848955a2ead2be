import CHubFrontEnd
import FoundationEssentials

/// Adds up the bytes that a call needs for lent texts and records.
struct CallMeasure: ArgumentSink {
  private(set) var byteCount = 0

  /// Every piece is rounded up to this, so that the next one is aligned.
  static let alignment = 8

  private mutating func add(_ count: Int) {
    byteCount += (count + Self.alignment - 1) & ~(Self.alignment - 1)
  }

  mutating func text(_ value: String?) { add(value?.utf8.count ?? 0) }
  mutating func bytes(_ value: [UInt8]?) { add(value?.count ?? 0) }
  mutating func integer(_ value: Int64) {}
  mutating func unsigned(_ value: UInt64) {}
  mutating func double(_ value: Double) {}
  mutating func int32(_ value: Int32) {}

  mutating func post(_ value: PostRecord?) {
    guard let value else { return }
    unsafe add(MemoryLayout<hub_post>.size)
    for text in [value.subject, value.preview, value.sender, value.url, value.cover] {
      self.text(text)
    }
  }

  mutating func conversation(_ value: ConversationRecord?) {
    guard let value else { return }
    unsafe add(MemoryLayout<hub_conversation>.size)
    for text in [value.subject, value.preview, value.sender] { self.text(text) }
    unsafe add(value.participants.count * MemoryLayout<hub_string>.stride)
    for name in value.participants { self.text(name) }
  }
}

/// Lays the C arguments of one call out in a block of memory: slots, pointers to them, and what they lend.
///
/// The block belongs to the caller and lives until the call returned.
@safe
struct CallFrame: ArgumentSink {
  /// Instance and call come before the arguments of the signature.
  static let leadingCount = 2
  /// The most arguments in C.
  static let maxCCount = leadingCount + 2 * Signature.maxLetters
  /// Bytes of slots and of pointers to them.
  static let fixedByteCount =
    unsafe maxCCount * (slotSize + MemoryLayout<UnsafeMutableRawPointer?>.stride)

  private static let slotSize = 8

  private let slots: UnsafeMutableRawPointer
  private let pointers: UnsafeMutablePointer<UnsafeMutableRawPointer?>
  private let lent: UnsafeMutableRawPointer
  private let lentCount: Int
  private var used = 0
  private var count = 0

  /// Starts a frame in a block of `fixedByteCount` plus the measured bytes, aligned to 8.
  init(block: UnsafeMutableRawBufferPointer) {
    guard let base = block.baseAddress, block.count >= Self.fixedByteCount else {
      preconditionFailure("the block of a call is too small")
    }
    unsafe slots = base
    let pointersAt = unsafe base + Self.maxCCount * Self.slotSize
    unsafe pointers = pointersAt.bindMemory(
      to: UnsafeMutableRawPointer?.self, capacity: Self.maxCCount)
    unsafe lent = base + Self.fixedByteCount
    lentCount = block.count - Self.fixedByteCount
  }

  /// Whether something did not go in: the call must not be made.
  private(set) var isFull = false

  /// Letters of the arguments so far must be those of a signature, in number and type.
  private(set) var letters = FedLetters()

  /// A frame that nothing is put into.
  static var nowhere: CallFrame { unsafe CallFrame(block: nothing) }

  private nonisolated(unsafe) static let nothing = UnsafeMutableRawBufferPointer.allocate(
    byteCount: fixedByteCount, alignment: CallMeasure.alignment)

  /// Bytes of what is lent so far.
  var lentByteCount: Int { used }

  /// The arguments for libffi: one pointer to each slot.
  var arguments: UnsafeMutablePointer<UnsafeMutableRawPointer?> { unsafe pointers }

  mutating func pointer(_ value: UnsafeRawPointer?) { unsafe push(value) }

  mutating func text(_ value: String?) {
    letters.note(.text, isAbsent: value == nil)
    let string = unsafe lend(value)
    unsafe push(string.data)
    unsafe push(string.length)
  }

  mutating func bytes(_ value: [UInt8]?) {
    letters.note(.bytes, isAbsent: value == nil)
    let string = unsafe lend(value, utf8: value?.count ?? 0)
    unsafe push(string.data)
    unsafe push(string.length)
  }

  mutating func integer(_ value: Int64) { push(value) }
  mutating func unsigned(_ value: UInt64) {
    letters.note(.unsigned, isAbsent: false)
    push(value)
  }
  mutating func double(_ value: Double) { push(value) }
  mutating func int32(_ value: Int32) { push(value) }

  mutating func post(_ value: PostRecord?) {
    letters.note(.post, isAbsent: value == nil)
    guard let value else { return unsafe push(nil as UnsafeRawPointer?) }
    lendRecord(value)
  }

  /// Passes a post that is there.
  mutating func present(_ value: PostRecord) {
    letters.note(.post, isAbsent: false)
    lendRecord(value)
  }

  private mutating func lendRecord(_ value: PostRecord) {
    guard let at = unsafe take(MemoryLayout<hub_post>.size) else { return }
    let record = unsafe hub_post(
      size: UInt32(MemoryLayout<hub_post>.size),
      flags: value.isUnread ? UInt32(HUB_FLAG_UNREAD) : 0,
      id: hub_id(bytes: value.id.uuid), received_at: value.receivedAt, subject: lend(value.subject),
      preview: lend(value.preview), sender: lend(value.sender), url: lend(value.url),
      cover: lend(value.cover))
    unsafe at.storeBytes(of: record, as: hub_post.self)
    unsafe push(UnsafeRawPointer(at))
  }

  mutating func conversation(_ value: ConversationRecord?) {
    letters.note(.conversation, isAbsent: value == nil)
    guard let value else { return unsafe push(nil as UnsafeRawPointer?) }
    let stride = unsafe MemoryLayout<hub_string>.stride
    guard let at = unsafe take(MemoryLayout<hub_conversation>.size),
      let listed = unsafe take(value.participants.count * stride)
    else { return }
    let names = unsafe listed.bindMemory(
      to: hub_string.self, capacity: value.participants.count)
    for (index, name) in value.participants.enumerated() {
      unsafe (names + index).initialize(to: lend(name))
    }
    let record = unsafe hub_conversation(
      size: UInt32(MemoryLayout<hub_conversation>.size),
      flags: value.isUnread ? UInt32(HUB_FLAG_UNREAD) : 0,
      id: hub_id(bytes: value.id.uuid), activity_at: value.activityAt,
      subject: lend(value.subject), preview: lend(value.preview), sender: lend(value.sender),
      participants: UnsafePointer(names), participant_count: UInt64(value.participants.count))
    unsafe at.storeBytes(of: record, as: hub_conversation.self)
    unsafe push(UnsafeRawPointer(at))
  }

  /// Passes what an argument is that the host does not know.
  mutating func standard(_ letter: Signature.Letter) {
    switch letter {
    case .text: text(nil)
    case .bytes: bytes(nil)
    case .integer: integer(0)
    case .unsigned, .handle: unsigned(0)
    case .double: double(0)
    case .bool, .fileDescriptor: int32(0)
    case .post: post(nil)
    case .conversation: conversation(nil)
    }
  }

  // MARK: Memory

  private mutating func push<Value: BitwiseCopyable>(_ value: Value) {
    guard count < Self.maxCCount else {
      isFull = true
      return
    }
    let slot = unsafe slots + count * Self.slotSize
    unsafe slot.storeBytes(of: value, as: Value.self)
    unsafe pointers[count] = unsafe slot
    count += 1
  }

  /// A piece of the block; nil when the block has no room for it, which is then noted.
  private mutating func take(_ size: Int) -> UnsafeMutableRawPointer? {
    let end = used + (size + CallMeasure.alignment - 1) & ~(CallMeasure.alignment - 1)
    guard end <= lentCount else {
      isFull = true
      return nil
    }
    defer { used = end }
    return unsafe lent + used
  }

  private mutating func lend(_ text: String?) -> hub_string {
    guard let text else { return unsafe hub_string(data: nil, length: 0) }
    return unsafe lend(text)
  }

  private mutating func lend(_ text: String) -> hub_string {
    let size = text.utf8.count
    guard let at = unsafe take(size) else { return unsafe hub_string(data: nil, length: 0) }
    let isCopied: Void? = unsafe text.utf8.withContiguousStorageIfAvailable { bytes in
      if let from = bytes.baseAddress { unsafe at.copyMemory(from: from, byteCount: size) }
    }
    if isCopied == nil {
      unsafe UnsafeMutableRawBufferPointer(start: at, count: size).copyBytes(from: text.utf8)
    }
    return unsafe hub_string(
      data: UnsafePointer(at.assumingMemoryBound(to: CChar.self)), length: UInt64(size))
  }

  /// Copies bytes into the block; an empty text is a pointer that is not NULL, an absent one is NULL.
  private mutating func lend(_ bytes: (some Collection<UInt8>)?, utf8 size: Int) -> hub_string {
    guard let bytes, let at = unsafe take(size) else {
      return unsafe hub_string(data: nil, length: 0)
    }
    unsafe UnsafeMutableRawBufferPointer(start: at, count: size).copyBytes(from: bytes)
    return unsafe hub_string(
      data: UnsafePointer(at.assumingMemoryBound(to: CChar.self)), length: UInt64(size))
  }
}

/// Which letters were fed, packed: seven bits a letter and one for absence, of which eight fit a word.
struct FedLetters: Hashable {
  private var word: UInt64 = 0
  private var shift: UInt64 = 0

  mutating func note(_ letter: Signature.Letter, isAbsent: Bool) {
    word |= (UInt64(letter.rawValue) | (isAbsent ? 0x80 : 0)) &<< shift
    shift &+= 8
  }

  /// Whether they are those of a signature, and absent only where that allows it.
  func match(_ expected: FedLetters) -> Bool {
    shift == expected.shift && word & ~Self.absences == expected.word & ~Self.absences
      && word & Self.absences & ~expected.word == 0
  }

  private static let absences: UInt64 = 0x8080_8080_8080_8080

  init() {}

  /// Those of a signature, each marked that may be absent.
  init(_ signature: Signature) {
    for element in signature.elements {
      note(element.letter, isAbsent: element.isNullable || element.isOptional)
    }
  }
}
