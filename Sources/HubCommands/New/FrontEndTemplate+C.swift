// Made by .generate-templates from Examples/frontend-c; change it there.

extension FrontEndTemplate {
  /// The files of a front end in C.
  static let c = FrontEndTemplate(files: [
    File(
      path: "@NAME@.c",
      text: #"""
        /* A front end that stays: it shows the newest rows, shows them again once something moved, and opens the row whose
         * number is typed. `hubhost --frontend ./libhub-@NAME@.so --follow` stays; without --follow it prints and ends. What is
         * typed can be asked for from elsewhere, too, with actions: `hubhost action open row=1`; and in a conversation
         * `hubhost action reply text=Hello`. */
        #define _POSIX_C_SOURCE 200809L /* vdprintf */
        #include <hub/frontend.h>
        #include <stdarg.h>
        #include <stdio.h>
        #include <stdlib.h>
        #include <string.h>
        #include <unistd.h>

        #define ROWS 20u     /* how many rows are shown */
        #define SETTLE_MS 50 /* changes come in bursts: wait that long, then show them all at once */

        typedef struct row {
          uint32_t kind;
          hub_id id;
        } row;

        /* The instance: the host passes it to every method. */
        typedef struct front_end {
          const hub_host *host;
          const hub_app *app;
          const hub_items *items;
          const hub_document *document;
          const hub_conversations *conversations;
          const hub_navigation *navigation;
          const hub_loop *loop;
          hub_terminal_info terminal;
          int shown;      /* the Hub was on screen: from then on changes are worth a line */
          uint64_t timer; /* runs while rows are to be shown again; 0: none */
          uint32_t unread_only; /* 1: read rows are left out */
          uint32_t row_count;
          row rows[ROWS];
          hub_id conversation; /* that was presented last */
          char line[32]; /* what was typed so far */
          size_t line_length;
        } front_end;

        /* --- Writing: only where hub.terminal/1 says ------------------------------------------------------------------------ */
        static void say(front_end *front, const char *format, ...) {
          va_list arguments;
          va_start(arguments, format);
          int written = vdprintf(front->terminal.output_fd, format, arguments);
          va_end(arguments);
          if (written < 0) front->loop->quit(front->host, "output closed", 13);
        }

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

        static int32_t say_line(void *context, const hub_line *line) {
          say(context, "%.*s\n", (int)line->text.length, line->text.data);
          return 0;
        }

        /* --- Methods: what the host calls ------------------------------------------------------------------------------------ */
        static hub_status show_hub(void *instance, const hub_call *call, const char *tab, uint64_t tab_length,
                                   const char *badge, uint64_t badge_length) {
          (void)call;
          front_end *front = instance;
          if (badge == NULL) say(front, "[%.*s]\n", (int)tab_length, tab);
          else say(front, "[%.*s] %.*s unread\n", (int)tab_length, tab, (int)badge_length, badge);
          say_rows(front);
          front->shown = 1;
          return HUB_OK;
        }

        static hub_status present_post(void *instance, const hub_call *call, uint64_t presentation, const hub_post *post) {
          (void)call; (void)presentation;
          front_end *front = instance;
          say(front, "\n%.*s\n\n", (int)post->subject.length, post->subject.data);
          hub_status status = front->document->lines(front->host, post->id, front->terminal.columns, say_line, front);
          if (status < 0) say(front, "%.*s\n", (int)post->preview.length, post->preview.data);
          return HUB_OK;
        }

        static int32_t say_reply(void *context, const hub_reply *reply) {
          static const hub_string you = HUB_STRING("You");
          hub_string sender = reply->flags & HUB_FLAG_MINE ? you : reply->sender;
          say(context, "%.*s: %.*s\n", (int)sender.length, sender.data, (int)reply->text.length, reply->text.data);
          return 0;
        }

        static hub_status present_conversation(void *instance, const hub_call *call, uint64_t presentation,
                                               const hub_conversation *conversation) {
          (void)call; (void)presentation;
          front_end *front = instance;
          front->conversation = conversation->id;
          say(front, "\n%.*s\n\n", (int)conversation->subject.length, conversation->subject.data);
          front->conversations->replies(front->host, conversation->id, INT64_MAX, ROWS, say_reply, front);
          return HUB_OK;
        }

        /* --- A timer: show what moved, once for a whole burst ---------------------------------------------------------------- */
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

        static hub_status badge_changed(void *instance, const hub_call *call, const char *badge, uint64_t badge_length,
                                        uint64_t count) {
          (void)call; (void)count;
          front_end *front = instance;
          if (!front->shown) return HUB_OK;
          if (badge == NULL) say(front, "badge: none\n");
          else say(front, "badge: %.*s\n", (int)badge_length, badge);
          return HUB_OK;
        }

        /* --- What the user does -------------------------------------------------------------------------------------------------- */
        static hub_status open_number(front_end *front, uint64_t number) {
          if (number < 1 || number > front->row_count) return HUB_E_NOT_FOUND;
          const row *row = &front->rows[number - 1];
          return front->navigation->show_item(front->host, row->kind, row->id); /* present_post follows */
        }

        /* --- Actions: what links, keys in the app file and `hubhost action` can ask for ------------------------------------------- */
        #define OPEN_ARGUMENTS(A) A(u, row, HUB_RANGE(1, ROWS), "Its number in the list")
        HUB_ACTION_TYPE(open, OPEN_ARGUMENTS)
        static hub_status open_action(void *instance, const hub_call *call, uint64_t row) {
          (void)call;
          front_end *front = instance;
          if (front->row_count == 0) say_rows(front); /* a link that launched the app may come before show_hub */
          return open_number(front, row);
        }

        #define LIST_ARGUMENTS(A) A(tail, , HUB_ANY, "") A(b, unread, HUB_ANY, "Whether read rows are left out")
        HUB_ACTION_TYPE(list, LIST_ARGUMENTS)
        static hub_status list_action(void *instance, const hub_call *call, int32_t unread) {
          (void)call;
          front_end *front = instance;
          front->unread_only = unread != 0;
          say_rows(front);
          return HUB_OK;
        }

        #define REPLY_ARGUMENTS(A) A(s, text, HUB_LENGTH(1, 2000), "What to write in the conversation that was opened last")
        HUB_ACTION_TYPE(reply, REPLY_ARGUMENTS)
        static hub_status reply_action(void *instance, const hub_call *call, const char *text, uint64_t text_length) {
          (void)call;
          front_end *front = instance;
          if (front->conversations->size < sizeof(hub_conversations)) return HUB_E_UNAVAILABLE; /* a host before 1.2 */
          return front->conversations->send(front->host, front->conversation, text, text_length, NULL);
        }

        static const hub_action actions[] = {
            HUB_ACTION(open, "open", "Shows a row of the list", OPEN_ARGUMENTS, open_action),
            HUB_ACTION(list, "list", "Lists the newest rows", LIST_ARGUMENTS, list_action),
            HUB_CLOSED_ACTION(reply, "reply", "Writes in a conversation", REPLY_ARGUMENTS, reply_action),
        };

        /* --- A file descriptor: what is typed ------------------------------------------------------------------------------------ */
        static void typed_line(front_end *front, const char *line) {
          if (strcmp(line, "q") == 0) {
            front->loop->quit(front->host, "user", 4);
          } else if (open_number(front, strtoul(line, NULL, 10)) < 0) {
            say(front, "Type the number of a row, or q.\n");
          }
        }

        static void typed(void *context, int32_t fd, uint32_t events) {
          (void)events;
          front_end *front = context;
          char bytes[256];
          ssize_t count = read(fd, bytes, sizeof bytes);
          if (count <= 0) { /* the end of input: go on showing, but ask no more */
            front->loop->unwatch(front->host, fd);
            return;
          }
          for (ssize_t i = 0; i < count; i++) {
            if (bytes[i] == '\n') {
              front->line[front->line_length] = 0;
              front->line_length = 0;
              typed_line(front, front->line);
            } else if (front->line_length < sizeof front->line - 1) {
              front->line[front->line_length++] = bytes[i];
            }
          }
        }

        /* --- Life ----------------------------------------------------------------------------------------------------------------- */
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

        static hub_status start(void *instance) {
          front_end *front = instance;
          hub_app_info info = {.size = sizeof info};
          front->app->describe(front->host, &info);
          if ((info.flags & HUB_APP_FOLLOW) == 0) return HUB_OK; /* not asked to stay: the host ends once all is shown */
          /* A file as standard input cannot be watched, and needs no watching. */
          (void)front->loop->watch(front->host, front->terminal.input_fd, HUB_READABLE, typed, front);
          return HUB_OK;
        }

        static void stop(void *instance) {
          front_end *front = instance;
          (void)front->loop->unwatch(front->host, front->terminal.input_fd);
          if (front->timer != 0) (void)front->loop->cancel_timer(front->host, front->timer);
        }

        static void destroy(void *instance) { free(instance); }

        /* --- The table, and the one exported function ---------------------------------------------------------------------------- */
        static const hub_method methods[] = {
            HUB_METHOD(show_hub, show_hub),
            HUB_METHOD(present_post, present_post),
            HUB_METHOD(present_conversation, present_conversation),
            HUB_METHOD(inbox_changed, inbox_changed),
            HUB_METHOD(badge_changed, badge_changed),
        };

        static const hub_frontend descriptor = {
            HUB_FRONTEND_HEAD,
            .id = HUB_STRING("com.example.@NAME@"),
            .name = HUB_STRING("@NAME@"),
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

        HUB_EXPORT const hub_frontend *hub_frontend_v1(uint32_t host_minor) {
          (void)host_minor;
          return &descriptor;
        }

        """#),
    File(
      path: "Makefile",
      text: #"""
        # make          builds libhub-@NAME@.so
        # make run      shows the sample inbox with it; ARGS=--follow stays, ARGS=URL opens a link
        # make check    looks whether it keeps the rules of its interface
        # make install  puts it where hubhost finds it by name
        NAME = @NAME@
        HUBHOST ?= @HUBHOST@
        SAMPLE ?= @SAMPLE@
        HUB_CFLAGS ?= -I"@INCLUDE@"
        CFLAGS ?= -O2
        INBOX ?= --app "$(SAMPLE)/app.json5" --data sample-inbox
        FOLDER ?= $(HOME)/.local/lib/hubhost/frontends

        libhub-$(NAME).so: $(NAME).c
        	$(CC) -std=c11 -Wall -Wextra -fPIC -fvisibility=hidden $(CFLAGS) $(HUB_CFLAGS) \
        	  -shared $(LDFLAGS) -o $@ $(NAME).c

        run: libhub-$(NAME).so sample-inbox
        	"$(HUBHOST)" $(INBOX) --frontend ./libhub-$(NAME).so $(ARGS)

        sample-inbox:
        	"$(HUBHOST)" import --app "$(SAMPLE)/app.json5" --data sample-inbox --pages "$(SAMPLE)/pages" \
        	  "$(SAMPLE)/posts.json" "$(SAMPLE)/conversations.json" "$(SAMPLE)/replies.json"

        check: libhub-$(NAME).so
        	"$(HUBHOST)" check ./libhub-$(NAME).so

        install: libhub-$(NAME).so
        	install -D -m 755 libhub-$(NAME).so "$(FOLDER)/libhub-$(NAME).so"

        clean:
        	rm -rf libhub-$(NAME).so sample-inbox

        .PHONY: run check install clean

        """#),
    File(path: ".gitignore", text: "*.so\n.build/\nsample-inbox/\n"),
  ])
}
