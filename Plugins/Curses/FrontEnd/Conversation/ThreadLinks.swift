import HubFrontEndKit

/// The links of a thread by their numbers, which stay while it is open: what comes later is counted on.
struct ThreadLinks {
  private struct Key: Hashable {
    let reply: HubID
    let index: Int
  }

  /// Links with their numbers, in the order in which they were met.
  private(set) var all: [DocumentLink] = []
  private var numbers: [Key: Int] = [:]
  private var found: [HubID: Found] = [:]

  private struct Found {
    let text: String
    let links: [TextLink]
  }

  /// The links in a reply's text, with their numbers; asked of the host once a text.
  mutating func links(
    of reply: ReplyRecord, _ host: any Host
  ) -> [(link: TextLink, number: Int)] {
    if found[reply.id]?.text != reply.text {
      // Nothing can be opened in a text without these: the host need not be asked.
      let mayHaveLinks = reply.text.utf8.contains {
        $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: ":")
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
      }
      found[reply.id] = Found(
        text: reply.text, links: mayHaveLinks ? host.links(ofReply: reply.id) : [])
    }
    let links = found[reply.id]?.links ?? []
    return links.enumerated().map { index, link in
      (link, number(Key(reply: reply.id, index: index), link.url))
    }
  }

  /// The number of a picture of a reply.
  mutating func number(ofImage index: Int, of reply: ReplyRecord) -> Int {
    number(Key(reply: reply.id, index: -1 - index), reply.images[index])
  }

  private mutating func number(_ key: Key, _ url: String) -> Int {
    if let number = numbers[key], all[number - 1].url == url { return number }
    all.append(DocumentLink(number: all.count + 1, url: url, text: ""))
    numbers[key] = all.count
    return all.count
  }
}
