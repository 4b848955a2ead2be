import CXML2
import Glibc

/// The functions of libxml2 that HTML needs, loaded when the first HTML is read.
///
/// The library pulls in others that would cost every start of the program, so it is not linked. It stays loaded.
@safe
struct XMLLibrary: Sendable {
  static let fileName = "libxml2.so.2"

  /// The library, or why it is missing.
  static let shared: Result<XMLLibrary, HTMLError> = load(fileName)

  private typealias NewParser = @Sendable @convention(c) () -> htmlParserCtxtPtr?
  private typealias ReadMemory =
    @Sendable @convention(c) (
      htmlParserCtxtPtr?, UnsafePointer<CChar>?, CInt, UnsafePointer<CChar>?,
      UnsafePointer<CChar>?, CInt
    ) -> htmlDocPtr?
  private typealias FreeParser = @Sendable @convention(c) (htmlParserCtxtPtr?) -> Void
  private typealias FreeDocument = @Sendable @convention(c) (xmlDocPtr?) -> Void

  private let newParser: NewParser
  private let readMemory: ReadMemory
  private let freeParser: FreeParser
  private let freeDocument: FreeDocument

  /// Loads a library of that name; a test asks for one that does not exist.
  static func load(_ name: String) -> Result<XMLLibrary, HTMLError> {
    guard let handle = unsafe dlopen(name, RTLD_NOW | RTLD_LOCAL) else {
      let reason = unsafe dlerror().map { unsafe String(cString: $0) }
      return .failure(.libraryMissing(reason ?? "no reason given"))
    }
    // The types are those of libxml2's header, which has kept them since 2.6.
    guard let newParser = unsafe dlsym(handle, "htmlNewParserCtxt"),
      let readMemory = unsafe dlsym(handle, "htmlCtxtReadMemory"),
      let freeParser = unsafe dlsym(handle, "htmlFreeParserCtxt"),
      let freeDocument = unsafe dlsym(handle, "xmlFreeDoc")
    else { return .failure(.libraryMissing("it lacks a function of the HTML parser")) }
    return .success(
      unsafe XMLLibrary(
        newParser: unsafe unsafeBitCast(newParser, to: NewParser.self),
        readMemory: unsafe unsafeBitCast(readMemory, to: ReadMemory.self),
        freeParser: unsafe unsafeBitCast(freeParser, to: FreeParser.self),
        freeDocument: unsafe unsafeBitCast(freeDocument, to: FreeDocument.self)))
  }

  /// Parses UTF-8 without NUL and walks through the tree; never touches the network or a file.
  ///
  /// Returns whether the parser gave up before the end.
  func parse(_ html: [UInt8], _ visitor: inout some XMLVisitor) throws(HTMLError) -> Bool {
    guard let parser = unsafe newParser() else { throw .outOfMemory }
    defer { unsafe freeParser(parser) }
    let options =
      HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
      | HTML_PARSE_NONET.rawValue | HTML_PARSE_COMPACT.rawValue | HTML_PARSE_IGNORE_ENC.rawValue
    let document = unsafe html.withUnsafeBytes { bytes in
      let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      return unsafe readMemory(
        parser, start, CInt(bytes.count), nil, "UTF-8", CInt(bitPattern: options))
    }
    // No tree at all is what the parser makes of nothing.
    guard let document = unsafe document else { return false }
    defer { unsafe freeDocument(document) }
    let gaveUp = unsafe parser.pointee.disableSAX != 0
    unsafe walk(document.pointee.children, &visitor)
    return gaveUp
  }

  /// Goes through the tree without recursion, so that nesting costs no stack.
  private func walk(_ first: xmlNodePtr?, _ visitor: inout some XMLVisitor) {
    var next = unsafe first
    while let node = unsafe next {
      var descends = false
      switch unsafe node.pointee.type {
      case XML_ELEMENT_NODE:
        descends = unsafe visitor.enter(XMLElement(node: node))
        if !descends { unsafe visitor.leave(XMLElement(node: node)) }
      case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
        if let content = unsafe node.pointee.content {
          unsafe visitor.text(UnsafeBufferPointer(start: content, count: strlen(content)).span)
        }
      default: break
      }
      if visitor.isFull { return }
      if descends, let child = unsafe node.pointee.children {
        unsafe next = child
        continue
      }
      if descends { unsafe visitor.leave(XMLElement(node: node)) }
      unsafe next = successor(of: node, &visitor)
    }
  }

  /// The next sibling, or that of the nearest ancestor that has one, which are left on the way.
  private func successor(of node: xmlNodePtr, _ visitor: inout some XMLVisitor) -> xmlNodePtr? {
    var current = unsafe node
    while true {
      if let sibling = unsafe current.pointee.next { return unsafe sibling }
      guard let parent = unsafe current.pointee.parent,
        unsafe parent.pointee.type == XML_ELEMENT_NODE
      else { return nil }
      unsafe visitor.leave(XMLElement(node: parent))
      unsafe current = parent
    }
  }
}

/// What walks through a tree.
protocol XMLVisitor {
  /// Whether the walk should end.
  var isFull: Bool { get }

  /// Begins an element; false leaves its content out.
  ///
  /// It is always followed by ``leave(_:)``.
  mutating func enter(_ element: borrowing XMLElement) -> Bool

  /// Ends an element.
  mutating func leave(_ element: borrowing XMLElement)

  /// Text of the element that was entered last.
  mutating func text(_ bytes: Span<UInt8>)
}

/// An element of the tree, lent to a visitor for one call.
@safe
struct XMLElement: ~Copyable {
  private let node: xmlNodePtr

  fileprivate init(node: xmlNodePtr) {
    unsafe self.node = unsafe node
  }

  /// In lower case.
  var name: String { unsafe node.pointee.name.map { unsafe String(cString: $0) } ?? "" }

  /// The value of an attribute: empty for one without a value, nil for none.
  func attribute(_ name: String) -> String? {
    var next = unsafe node.pointee.properties
    while let attribute = unsafe next {
      if unsafe strcmp(
        UnsafeRawPointer(attribute.pointee.name).assumingMemoryBound(
          to: CChar.self), name) == 0
      {
        return unsafe Self.value(of: attribute)
      }
      unsafe next = attribute.pointee.next
    }
    return nil
  }

  /// Whether there are any attributes.
  var hasAttributes: Bool { unsafe node.pointee.properties != nil }

  private static func value(of attribute: xmlAttrPtr) -> String {
    var value = ""
    var next = unsafe attribute.pointee.children
    while let part = unsafe next {
      if let content = unsafe part.pointee.content { value += unsafe String(cString: content) }
      unsafe next = part.pointee.next
    }
    return value
  }
}
