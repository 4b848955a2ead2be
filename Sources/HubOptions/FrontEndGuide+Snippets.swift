extension FrontEndGuide {
  /// Every snippet of the guide.
  package static let snippets: [Snippet] = [
    smallest, instance, rows, body, post, conversation, timer, watch, choose, descriptor, action,
    actionTable, reply, swiftClass, swiftEntry, rustTable,
  ]

  /// The smallest front end, whole.
  static let smallest = Snippet(
    file: "frontend-c/smallest.c",
    text: #"""
      #include <hub/frontend.h>
      #include <stdio.h>

      static hub_status show_hub(void *instance, const hub_call *call, const char *tab, uint64_t tab_length,
                                 const char *badge, uint64_t badge_length) {
        (void)instance; (void)call;
        fprintf(stderr, "Hub in tab %.*s, badge %.*s\n", (int)tab_length, tab, (int)badge_length, badge ? badge : "");
        return HUB_OK;
      }

      static hub_status present_post(void *instance, const hub_call *call, uint64_t presentation, const hub_post *post) {
        (void)instance; (void)call;
        fprintf(stderr, "%s: %.*s\n", presentation == HUB_PRESENTATION_STANDALONE ? "Post on top" : "Post in the Hub",
                (int)post->subject.length, post->subject.data);
        return HUB_OK;
      }

      static const hub_method methods[] = {HUB_METHOD(show_hub, show_hub), HUB_METHOD(present_post, present_post)};
      static const hub_frontend smallest = {
          HUB_FRONTEND_HEAD, HUB_STRING("com.example.smallest"), HUB_STRING("smallest"), HUB_STRING("1.0"),
          HUB_STRING("Prints what it is shown"), 0, sizeof(hub_method), 2, methods, NULL, NULL, NULL, NULL,
          HUB_NO_ACTIONS};

      HUB_EXPORT const hub_frontend *hub_frontend_v1(uint32_t host_minor) { (void)host_minor; return &smallest; }
      """#)

  /// How an instance is made.
  static let instance = Snippet(
    file: "frontend-c/live.c",
    text: #"""
      static const void *service(const hub_host *host, const char *id) { return host->service(host, id, strlen(id)); }

      static hub_status create(const hub_host *host, void **instance) {
        const hub_terminal *terminal = service(host, HUB_TERMINAL);
        front_end *front = calloc(1, sizeof *front);
        if (front == NULL) return HUB_E_FAILED;
        front->host = host;
        front->app = service(host, HUB_APP);
        front->items = service(host, HUB_ITEMS);
        front->document = service(host, HUB_DOCUMENT);
        front->conversations = service(host, HUB_CONVERSATIONS);
        front->navigation = service(host, HUB_NAVIGATION);
        front->loop = service(host, HUB_LOOP);
        front->terminal.size = sizeof front->terminal;
        if (front->app == NULL || front->items == NULL || front->document == NULL || front->conversations == NULL ||
            front->navigation == NULL || front->loop == NULL || terminal == NULL ||
            terminal->describe(host, &front->terminal) < 0) {
          free(front);
          return HUB_E_UNAVAILABLE;
        }
        *instance = front;
        return HUB_OK;
      }
      """#)

  /// How rows are asked for.
  static let rows = Snippet(
    file: "frontend-c/live.c",
    text: #"""
      static int32_t say_row(void *context, const hub_item *item) {
        front_end *front = context;
        row *row = &front->rows[front->row_count++];
        row->kind = item->kind;
        row->id = item->id;
        hub_string title = item->subject.data != NULL ? item->subject : item->preview;
        say(front, "%2u %c %.*s\n", front->row_count, item->flags & HUB_FLAG_UNREAD ? '*' : ' ', (int)title.length,
            title.data);
        return 0; /* go on with the next row */
      }

      static void say_rows(front_end *front) {
        hub_query newest = {.size = sizeof newest, .anchor = HUB_ANCHOR_END, .direction = HUB_OLDER, .limit = ROWS};
        newest.unread_only = front->unread_only;
        front->row_count = 0;
        front->items->fetch(front->host, &newest, say_row, front);
      }
      """#)

  /// How the body of a post is asked for.
  static let body = Snippet(
    file: "frontend-c/live.c",
    text: #"""
      static int32_t say_line(void *context, const hub_line *line) {
        say(context, "%.*s\n", (int)line->text.length, line->text.data);
        return 0;
      }
      """#)

  /// A post, with its body or its preview.
  static let post = Snippet(
    file: "frontend-c/live.c",
    text: #"""
      static hub_status present_post(void *instance, const hub_call *call, uint64_t presentation, const hub_post *post) {
        (void)call; (void)presentation;
        front_end *front = instance;
        say(front, "\n%.*s\n\n", (int)post->subject.length, post->subject.data);
        hub_status status = front->document->lines(front->host, post->id, front->terminal.columns, say_line, front);
        if (status < 0) say(front, "%.*s\n", (int)post->preview.length, post->preview.data);
        return HUB_OK;
      }
      """#)

  /// How a conversation is asked for.
  static let conversation = Snippet(
    file: "frontend-c/live.c",
    text: #"""
      static hub_status present_conversation(void *instance, const hub_call *call, uint64_t presentation,
                                             const hub_conversation *conversation) {
        (void)call; (void)presentation;
        front_end *front = instance;
        front->conversation = conversation->id;
        say(front, "\n%.*s\n\n", (int)conversation->subject.length, conversation->subject.data);
        front->conversations->replies(front->host, conversation->id, INT64_MAX, ROWS, say_reply, front);
        return HUB_OK;
      }
      """#)

  /// Changes, once for a burst.
  static let timer = Snippet(
    file: "frontend-c/live.c",
    text: #"""
      static void settled(void *context, uint64_t timer) {
        front_end *front = context;
        front->loop->cancel_timer(front->host, timer);
        front->timer = 0;
        say(front, "\n");
        say_rows(front);
      }

      static hub_status inbox_changed(void *instance, const hub_call *call, uint64_t flags, const uint8_t *posts,
                                      uint64_t posts_length, const uint8_t *conversations, uint64_t conversations_length) {
        (void)call; (void)flags; (void)posts; (void)posts_length; (void)conversations; (void)conversations_length;
        front_end *front = instance;
        if (!front->shown || front->timer != 0) return HUB_OK;
        return front->loop->add_timer(front->host, SETTLE_MS, settled, front, &front->timer);
      }
      """#)

  /// Watching a descriptor.
  static let watch = Snippet(
    file: "frontend-c/live.c",
    text: #"""
        (void)front->loop->watch(front->host, front->terminal.input_fd, HUB_READABLE, typed, front);
      """#)

  /// Choosing a row.
  static let choose = Snippet(
    file: "frontend-c/live.c",
    text: #"""
        const row *row = &front->rows[number - 1];
        return front->navigation->show_item(front->host, row->kind, row->id); /* present_post follows */
      """#)

  /// An action, from its arguments to the function.
  static let action = Snippet(
    file: "frontend-c/live.c",
    text: #"""
      #define OPEN_ARGUMENTS(A) A(u, row, HUB_RANGE(1, ROWS), "Its number in the list")
      HUB_ACTION_TYPE(open, OPEN_ARGUMENTS)
      static hub_status open_action(void *instance, const hub_call *call, uint64_t row) {
        (void)call;
        front_end *front = instance;
        if (front->row_count == 0) say_rows(front); /* a link that launched the app may come before show_hub */
        return open_number(front, row);
      }
      """#)

  /// A table of actions.
  static let actionTable = Snippet(
    file: "frontend-c/live.c",
    text: #"""
      static const hub_action actions[] = {
          HUB_ACTION(open, "open", "Shows a row of the list", OPEN_ARGUMENTS, open_action),
          HUB_ACTION(list, "list", "Lists the newest rows", LIST_ARGUMENTS, list_action),
          HUB_CLOSED_ACTION(reply, "reply", "Writes in a conversation", REPLY_ARGUMENTS, reply_action),
      };
      """#)

  /// An action that writes.
  static let reply = Snippet(
    file: "frontend-c/live.c",
    text: #"""
      #define REPLY_ARGUMENTS(A) A(s, text, HUB_LENGTH(1, 2000), "What to write in the conversation that was opened last")
      HUB_ACTION_TYPE(reply, REPLY_ARGUMENTS)
      static hub_status reply_action(void *instance, const hub_call *call, const char *text, uint64_t text_length) {
        (void)call;
        front_end *front = instance;
        if (front->conversations->size < sizeof(hub_conversations)) return HUB_E_UNAVAILABLE; /* a host before 1.2 */
        return front->conversations->send(front->host, front->conversation, text, text_length, NULL);
      }
      """#)

  /// The descriptor of a front end that reads standard input.
  static let descriptor = Snippet(
    file: "frontend-c/live.c",
    text: #"""
      static const hub_frontend descriptor = {
          HUB_FRONTEND_HEAD,
          .id = HUB_STRING("com.example.live"),
          .name = HUB_STRING("live"),
          .version = HUB_STRING("1.0"),
          .summary = HUB_STRING("Shows the newest rows, and stays to show what moves"),
          .needs = HUB_NEEDS_STDIN, /* or descriptor 0 is empty */
          .method_size = sizeof(hub_method),
          .method_count = sizeof methods / sizeof methods[0],
          .methods = methods,
          .create = create,
          .start = start,
          .stop = stop,
          .destroy = destroy,
          .action_size = sizeof(hub_action),
          .action_count = sizeof actions / sizeof actions[0],
          .actions = actions,
      };
      """#)

  /// A front end in Swift, whole.
  static let swiftClass = Snippet(
    file: "frontend-swift/Sources/FrontEnd/FrontEnd.swift",
    text: #"""
      import HubFrontEndKit

      /// Shows the newest rows and whole posts as text; with `--follow` also what moves.
      final class ExampleFrontEnd: FrontEnd {
        static let description = FrontEndDescription(
          id: "com.example.swift-example", name: "swift-example", version: "1.0",
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
      """#)

  /// Its entry.
  static let swiftEntry = Snippet(
    file: "frontend-swift/Sources/FrontEnd/Entry.swift",
    text: #"""
      public import CHubFrontEnd
      import HubFrontEndKit

      private let table = FrontEndTable(ExampleFrontEnd.self)

      /// The entry: the one function that hubhost looks for.
      @c @implementation
      public func hub_frontend_v1(_ hostMinor: UInt32) -> UnsafePointer<hub_frontend>? {
        table.descriptor
      }
      """#)

  /// The method table in Rust.
  static let rustTable = Snippet(
    file: "frontend-rust/frontend.rs",
    text: #"""
      static METHODS: [hub::Method; 3] = [
          method("show_hub", "s?s", show_hub as *const c_void),
          method("present_post", "uP", present_post as *const c_void),
          method("badge_changed", "?su", badge_changed as *const c_void),
      ];
      """#)
}
