import CHubFrontEnd

@testable import HubFrontEnds

/// What a plug-in says about itself: signatures, texts and the method table, in memory as it would
/// stand in a shared object.
///
/// The input is lines: id, name, version, summary, then a method's name and its signature in turn.
/// A line of one NUL is no text at all; one that begins with a NUL claims to be longer than all.
enum SignatureTarget {
  static func run(_ bytes: [UInt8]) throws {
    let fields = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let signatures = try fields.compactMap(signature)
    for pair in zip(signatures, signatures.dropFirst()) { try compare(pair.0, pair.1) }
    try withTexts(Array(fields)) { texts in
      try checkDescription(texts)
      let methods = Array(texts.dropFirst(4))
      for rowSize in [48, 56, MethodTable.maxRowSize] {
        try checkTable(methods, rowSize: rowSize, hasFunctions: true)
      }
      try checkTable(methods, rowSize: 48, hasFunctions: false)
      try checkTable(methods, rowSize: 44, hasFunctions: true)
    }
  }

  // MARK: Signatures

  private static func signature(of field: ArraySlice<UInt8>) throws -> Signature? {
    let text = String(decoding: field, as: UTF8.self)
    guard let signature = try? Signature(parsing: text) else { return nil }
    try check(signature.elements.count <= Signature.maxLetters, "too many letters")
    try check(text.hasSuffix(signature.description), "a signature is printed as another one")
    let again = try? Signature(parsing: signature.description)
    try check(again?.elements == signature.elements, "a signature does not read back")
    try check(Signature.compare(host: signature, plugin: signature) == .exact, "unequal to itself")
    return signature
  }

  private static func compare(_ host: Signature, _ plugin: Signature) throws {
    let (ours, theirs) = (host.elements, plugin.elements)
    let shared = min(ours.count, theirs.count)
    let isShared = ours.prefix(shared) == theirs.prefix(shared)
    switch Signature.compare(host: host, plugin: plugin) {
    case .exact: try check(ours == theirs, "unequal signatures are exact")
    case .prefix(let count):
      try check(isShared && count == theirs.count && count < ours.count, "a prefix is none")
    case .extended:
      try check(
        isShared && theirs.count > ours.count && theirs[ours.count].isOptional,
        "an extension that needs more arguments")
    case .refused:
      try check(
        !isShared || theirs.count > ours.count && !theirs[ours.count].isOptional,
        "a signature that can be called is refused")
    }
  }

  // MARK: Descriptors

  /// Puts each text into memory of its own, so that reading past its end is found.
  private static func withTexts(
    _ fields: [ArraySlice<UInt8>], _ body: ([hub_string]) throws -> Void
  ) rethrows {
    var blocks: [UnsafeMutablePointer<CChar>] = []
    defer { for block in blocks { block.deallocate() } }
    var texts = fields.map { field in
      if field.count == 1, field.first == 0 { return hub_string() }
      let block = UnsafeMutablePointer<CChar>.allocate(capacity: field.count)
      for (offset, byte) in field.enumerated() { block[offset] = CChar(bitPattern: byte) }
      blocks.append(block)
      return hub_string(data: block, length: field.first == 0 ? .max : UInt64(field.count))
    }
    while texts.count < 4 { texts.append(hub_string()) }
    try body(texts)
  }

  private static func checkDescription(_ texts: [hub_string]) throws {
    let rows = UnsafeMutablePointer<hub_method>.allocate(capacity: 1)
    let reads = UnsafeMutablePointer<hub_string>.allocate(capacity: max(1, texts.count - 4))
    reads.initialize(from: Array(texts.dropFirst(4)), count: texts.count - 4)
    defer {
      rows.deallocate()
      reads.deallocate()
    }
    let descriptor = hub_frontend(
      size: 128, abi_minor: 0, id: texts[0], name: texts[1], version: texts[2], summary: texts[3],
      needs: 0, method_size: 48, method_count: 0, methods: rows, create: nil, start: nil, stop: nil,
      destroy: nil, action_size: 0, action_count: 0, actions: nil,
      reads: reads, read_count: UInt64(texts.count - 4))
    guard let about = try? FrontEndDescription(descriptor, path: "x.so") else { return }
    try check(FrontEndDescription.isName(about.name), "a bad name passes")
    let texts = [
      (about.id, FrontEndDescription.maxIDBytes),
      (about.version, FrontEndDescription.maxVersionBytes),
      (about.summary, FrontEndDescription.maxSummaryBytes),
    ]
    try check(about.needs.files.count <= FrontEndNeeds.maxPaths, "too many paths pass")
    for file in about.needs.files {
      try check(file.hasPrefix("/") || file.hasPrefix("~"), "a relative path passes")
      try check(!file.split(separator: "/").contains(".."), "a path that climbs passes")
    }
    for (text, limit) in texts {
      try check((1...limit).contains(text.utf8.count), "a text of \(text.utf8.count) bytes passes")
      try check(
        text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control },
        "a control character passes")
    }
    try check(
      FrontEndFinder.name(ofFile: FrontEndFinder.fileName(for: about.name)) == about.name,
      "a name does not come back from its file")
  }

  private static func checkTable(
    _ texts: [hub_string], rowSize: Int, hasFunctions: Bool
  ) throws {
    let count = texts.count / 2
    let memory = UnsafeMutableRawPointer.allocate(byteCount: count * rowSize, alignment: 8)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: count * rowSize)
    for row in 0..<count where rowSize >= MethodTable.minRowSize {
      let place = memory + row * rowSize
      place.storeBytes(of: texts[row * 2], as: hub_string.self)
      (place + 16).storeBytes(of: texts[row * 2 + 1], as: hub_string.self)
      // Never called: only whether it is there counts.
      (place + 40).storeBytes(of: hasFunctions ? 1 : 0, as: UInt.self)
    }
    let table = try? MethodTable(
      rows: count == 0 ? nil : UnsafeRawPointer(memory), count: UInt32(count),
      rowSize: UInt32(rowSize), path: "x.so")
    guard let table else { return }
    try check(
      hasFunctions && rowSize >= MethodTable.minRowSize && count <= MethodTable.maxRows,
      "a bad method table passes")
    for method in HostMethod.allCases where method.isRequired {
      try check(table.has(method), "a front end without \(method.name) passes")
    }
  }
}
