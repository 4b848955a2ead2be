/// Domain names in running text.
enum WebDomain {
  /// Whether a word is a domain, perhaps with port, path, query or fragment behind it.
  ///
  /// Behind `www.` any ending counts, else only a known one: `readme.txt` is no link.
  static func isBareLink(_ word: Substring) -> Bool {
    let host = word.prefix { !"/?#:".contains($0) }
    let rest = word[host.endIndex...]
    if rest.first == ":" {
      let port = rest.dropFirst().prefix { $0.isASCIIDigit }
      let behind = rest.dropFirst(1 + port.count).first
      guard !port.isEmpty, behind.map({ "/?#".contains($0) }) ?? true else { return false }
    }
    return isDomain(host, knownEndingOnly: !host.lowercased().hasPrefix("www."))
  }

  static func isDomain(_ host: Substring, knownEndingOnly: Bool) -> Bool {
    guard host.utf8.count <= longestName else { return false }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2, labels.allSatisfy(isLabel), let ending = labels.last,
      ending.count >= 2, ending.allSatisfy(\.isASCIILetter)
    else { return false }
    return !knownEndingOnly || knownEndings.contains(ending.lowercased())
  }

  /// Longest domain name and longest label (RFC 1035, 2.3.4).
  private static let longestName = 253
  private static let longestLabel = 63

  private static func isLabel(_ label: Substring) -> Bool {
    !label.isEmpty && label.utf8.count <= longestLabel && !label.hasPrefix("-")
      && !label.hasSuffix("-")
      && label.allSatisfy { $0.isASCIILetter || $0.isASCIIDigit || $0 == "-" }
  }

  /// Endings that people write without a scheme; those that are rather endings of files (`md`,
  /// `py`, `rs`, `sh`, `zip` …) are left out on purpose.
  private static let knownEndings = Set(
    """
    aero app art asia audio bank bar best bike biz blog cafe cars cash center chat church city \
    cloud club co coach codes coffee com community company dance date design dev digital earth edu \
    education email energy engineer eu events example expert fan fans farm finance fit fitness fm \
    football foundation fun fund fyi gallery game games gov group guide health help host hotel \
    house info ink int international io jobs land law legal life link live love ltd management \
    market media mil mobi money museum music name net network news ngo online org page partners \
    party photo photos pizza place plus pro productions pub radio realty red rest restaurant rocks \
    run sale school science security services shop show site ski social software solutions space \
    sport store stream studio style support systems tax team tech technology theater tickets tips \
    today tools top tours town toys trade training travel tv university vip video vision voyage \
    watch website wiki win wine work works world xyz yoga zone ac ad ae af ag ai al am ao ar at au \
    aw ax az ba bb bd be bf bg bh bi bm bn bo br bs bt bw by bz ca cd cf cg ch ci ck cl cm cn cr \
    cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et fi fj fk fo fr ga gd ge gf gg gh gi gl \
    gm gn gp gq gr gt gu gw gy hk hn hr ht hu id ie il im in iq ir is it je jm jo jp ke kg kh ki \
    km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc mg mh mk mn mo mp mq mr ms mt mu \
    mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pn pr pt pw qa ro ru \
    rw sa sb sc sd se sg si sk sl sm sn sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to \
    tr tt tw tz ua ug uk us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw
    """.split(separator: " ").map(String.init))
}
