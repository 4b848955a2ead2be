// Made by .generate-templates from Examples/frontend-swift; change it there.

extension FrontEndTemplate {
  /// The files of a front end in Swift.
  static let swift = FrontEndTemplate(files: [
    File(
      path: "Package.swift",
      text: #"""
        // swift-tools-version: 6.3
        import PackageDescription

        let package = Package(
          name: "hub-@NAME@",
          products: [
            // The product's name makes the file's: libhub-@NAME@.so.
            .library(name: "hub-@NAME@", type: .dynamic, targets: ["FrontEnd"])
          ],
          dependencies: [
            // The kit that came with hubhost.
            .package(name: "frontend-kit", path: "@KIT@")
          ],
          targets: [
            .target(
              name: "FrontEnd",
              dependencies: [.product(name: "HubFrontEndKit", package: "frontend-kit")],
              linkerSettings: [
                // Only the entry is exported, and a Swift library must not be unloaded.
                .unsafeFlags([
                  "-Xlinker", "--version-script=\(Context.packageDirectory)/hub.version",
                  "-Xlinker", "-z", "-Xlinker", "nodelete",
                ])
              ])
          ]
        )

        """#),
    File(
      path: "Sources/FrontEnd/FrontEnd.swift",
      text: #"""
        import HubFrontEndKit

        /// Shows the newest rows and whole posts as text; with `--follow` also what moves.
        final class ExampleFrontEnd: FrontEnd {
          static let description = FrontEndDescription(
            id: "com.example.@NAME@", name: "@NAME@", version: "1.0",
            summary: "Shows the newest rows, and whole posts")

          private let host: any Host
          private let output: DescriptorOutput

          init(host: any Host) throws(FrontEndError) {
            self.host = host
            output = DescriptorOutput(host: host)
          }

          func showHub(tab: String, badge: String?) -> HubAppearance {
            output.write("[\(tab)] \(badge ?? "nothing") unread\n")
            for row in host.items(ItemQuery(limit: 20)) { show(row) }
            return .shown
          }

          func presentPost(_ post: Item, presentation: Presentation) {
            output.write("\n\(post.subject ?? "")\n\n")
            switch host.body(of: post.id, columns: host.terminal.columns) {
            case .lines(let lines): output.write(lines.map { $0.text + "\n" }.joined())
            case .none, .unavailable: output.write("\(post.preview ?? "")\n")
            }
          }

          func inboxChanged(_ moved: Moved) {
            for id in moved.posts {
              if let row = host.item(.post, id) { show(row) }
            }
          }

          private func show(_ row: Item) {
            output.write("\(row.isUnread ? "*" : " ") \(row.subject ?? row.preview ?? "")\n")
          }
        }

        """#),
    File(
      path: "Sources/FrontEnd/Entry.swift",
      text: #"""
        public import CHubFrontEnd
        import HubFrontEndKit

        private let table = FrontEndTable(ExampleFrontEnd.self)

        /// The entry: the one function that hubhost looks for.
        @c @implementation
        public func hub_frontend_v1(_ hostMinor: UInt32) -> UnsafePointer<hub_frontend>? {
          table.descriptor
        }

        """#),
    File(
      path: "hub.version",
      text: #"""
        /* The one symbol that a front end exports (the ABI header, "Entry"). */
        {
          global: hub_frontend_v1;
          local: *;
        };

        """#),
    File(
      path: "Makefile",
      text: #"""
        # make          builds .build/release/libhub-@NAME@.so (so does swift build -c release)
        # make run      shows the sample inbox with it; ARGS=--follow stays, ARGS=URL opens a link
        # make check    looks whether it keeps the rules of its interface
        # make install  puts it where hubhost finds it by name
        NAME = @NAME@
        HUBHOST ?= @HUBHOST@
        SAMPLE ?= @SAMPLE@
        INBOX ?= --app "$(SAMPLE)/app.json5" --data sample-inbox
        FOLDER ?= $(HOME)/.local/lib/hubhost/frontends

        .build/release/libhub-$(NAME).so: FORCE
        	swift build -c release

        FORCE:

        run: .build/release/libhub-$(NAME).so sample-inbox
        	"$(HUBHOST)" $(INBOX) --frontend ./.build/release/libhub-$(NAME).so $(ARGS)

        sample-inbox:
        	"$(HUBHOST)" import --app "$(SAMPLE)/app.json5" --data sample-inbox --pages "$(SAMPLE)/pages" \
        	  "$(SAMPLE)/posts.json" "$(SAMPLE)/conversations.json" "$(SAMPLE)/replies.json"

        check: .build/release/libhub-$(NAME).so
        	"$(HUBHOST)" check ./.build/release/libhub-$(NAME).so

        install: .build/release/libhub-$(NAME).so
        	install -D -m 755 .build/release/libhub-$(NAME).so "$(FOLDER)/libhub-$(NAME).so"

        clean:
        	rm -rf .build sample-inbox

        .PHONY: run check install clean FORCE

        """#),
    File(path: ".gitignore", text: "*.so\n.build/\nsample-inbox/\n"),
  ])
}
