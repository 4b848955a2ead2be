/// The guide for authors of front ends, as hubhost-frontend(7) shows it.
package enum FrontEndGuide {
  /// Code that stands in a compiled example, letter by letter.
  package struct Snippet: Hashable, Sendable {
    /// The example's file, from the folder `Examples`.
    package let file: String
    package let text: String
  }

  /// A piece of a section.
  package enum Part: Hashable, Sendable {
    /// A paragraph.
    case text(String)
    /// Lines to type.
    case type(String)
    case snippet(Snippet)
  }

  /// A heading and what stands below it.
  package struct Section: Hashable, Sendable {
    package let title: String
    package let parts: [Part]
  }

  /// A method of the ABI.
  package struct Method: Hashable, Sendable {
    package let name: String
    /// As the header makes it.
    package let signature: String
    package let help: String
  }

  /// A service of the ABI.
  package struct Service: Hashable, Sendable {
    package let name: String
    package let help: String
  }

  /// Every section before the tables, in order.
  package static let sections: [Section] = [
    description, quickStart, inC, inSwift, others, living, actions, rules, needs, finding,
    debugging,
  ]

  private static let description = Section(
    title: "DESCRIPTION",
    parts: [
      .text(
        """
        A front end is what shows the Hub: a shared object named libhub-NAME.so that exports
        one function, hub_frontend_v1. hubhost loads it, asks it for a table of methods, and
        calls them: show the Hub, show this post. Links, inbox, badge, network and trust are
        hubhost's; a front end only shows, and says what the user did.
        """),
      .text(
        """
        Any language will do that can make a shared object with C functions. Nothing but the
        header is needed, and a front end built against version 1.0 of it goes on working
        with every later 1.x.
        """),
    ])

  private static let quickStart = Section(
    title: "TEN MINUTES",
    parts: [
      .text(
        """
        Make a folder, build it, and look at the sample inbox with it:
        """),
      .type(
        """
        hubhost new frontend mine --language c
        cd mine
        make run
        """),
      .text(
        """
        Then change what it prints, and make run again. When you like it, make install puts it
        where hubhost finds it by name. Without make run, hubhost wants an app file; that of the
        sample will do:
        """),
      .type(
        """
        make install
        sample=$(pkg-config --variable=sample hubhost-frontend)
        hubhost --app "$sample/app.json5" --data sample-inbox --frontend mine
        """),
      .text(
        """
        Where pkg-config does not find hubhost-frontend, name the prefix that hubhost was
        installed with: export PKG_CONFIG_PATH=PREFIX/lib/pkgconfig.
        """),
      .text(
        """
        A link opens a post, and --follow makes the front end stay and show what comes:
        """),
      .type(
        """
        make run ARGS=rv-sample://posts/E0000000-0000-4000-8000-000000000002
        make run ARGS=--follow
        """),
    ])

  private static let inC = Section(
    title: "A FRONT END IN C",
    parts: [
      .text(
        """
        Two methods are required. This is a complete front end; it is the first comment of
        the header, too.
        """),
      .snippet(smallest),
      .type(
        """
        cc -shared -fPIC $(pkg-config --cflags hubhost-frontend) -o libhub-smallest.so smallest.c
        """),
      .text(
        """
        HUB_METHOD makes a row of the table out of a method's name and your function. A
        function of another type does not compile. Strings are pointer and length, without a
        NUL at the end, and all that comes from the host is safe to show.
        """),
      .text(
        """
        To keep something between calls, give the descriptor a create function: what it puts
        into *instance comes back as the first argument of every method. Services are asked
        for there, by their ids, and output goes where hub.terminal/1 says:
        """),
      .snippet(instance),
      .text(
        """
        The front end's struct and say, which prints to that descriptor, stand in the file that
        hubhost new writes. The inbox is asked for in windows, never as a whole. Each row comes
        to a visitor:
        """),
      .snippet(rows),
      .text(
        """
        The text of a post comes line by line, laid out for the width you name:
        """),
      .snippet(body),
      .snippet(post),
      .text(
        """
        A conversation is asked for likewise. Without present_conversation the host says in
        the log that the front end shows none:
        """),
      .snippet(conversation),
      .text(
        """
        Links of a post come from links of hub.document/1, and one that was chosen goes to
        open_link of hub.navigation/1.
        """),
      .text(
        """
        Before you give it to others, let hubhost look at it; make check does. CHECKS tells
        what each rule is.
        """),
      .type(
        """
        hubhost check ./libhub-smallest.so
        """),
    ])

  private static let inSwift = Section(
    title: "A FRONT END IN SWIFT",
    parts: [
      .text(
        """
        The kit HubFrontEndKit makes a protocol out of the ABI: a front end is a class that
        conforms to it. It comes as source, as a package of its own, whose folder is printed
        by pkg-config --variable=kit hubhost-frontend; hubhost new fills it in.
        """),
      .snippet(swiftClass),
      .text(
        """
        One more file makes the entry:
        """),
      .snippet(swiftEntry),
      .text(
        """
        Swift libraries cannot be unloaded and should export nothing but the entry: keep the
        linker settings of the manifest that hubhost new writes.
        """),
    ])

  private static let others = Section(
    title: "OTHER LANGUAGES",
    parts: [
      .text(
        """
        Declare the structs that you use with the layout of C, in the order of the header,
        and write the signatures by hand. In Rust, with no crate:
        """),
      .snippet(rustTable),
      .text(
        """
        For a language with an interpreter, write the plug-in in C and let it ask the
        script: the example frontend-python does so in some hundred lines.
        """),
    ])

  private static let living = Section(
    title: "LIVE CHANGES",
    parts: [
      .text(
        """
        Without --follow the host ends once all is shown, nothing is watched and no timer runs;
        a front end that needs a terminal always stays. With --follow it stays. What moves is
        told through inbox_changed and badge_changed. Changes come in bursts, so wait a moment
        and draw once, with a timer of hub.loop/1:
        """),
      .snippet(timer),
      .text(
        """
        What else should be waited for, such as standard input, is a file descriptor that
        the host's loop watches. The callback runs on the same thread as everything else:
        """),
      .snippet(watch),
      .text(
        """
        A front end that watches standard input says so in its descriptor, or it finds
        nothing there: in a runner, only what asks for it gets it.
        """),
      .snippet(descriptor),
      .text(
        """
        What the user chose goes to the host, and comes back as a method: show_item of
        hub.navigation/1 marks a row read, keeps the path, and calls present_post.
        """),
      .snippet(choose),
    ])

  private static let actions = Section(
    title: "ACTIONS",
    parts: [
      .text(
        """
        What a front end can do for others is an action: it has a name, a help text, and
        arguments with types and ranges, all out of one definition.
        """),
      .snippet(action),
      .snippet(actionTable),
      .text(
        """
        A link, a key of the app file, a JSON line and a command can call it then. The host
        converts the values and checks their ranges before the function sees them. The command
        needs a host that runs, such as make run ARGS=--follow in another terminal; a link may
        launch one, and then call the action before show_hub:
        """),
      .type(
        """
        hubhost action --app "$sample/app.json5" --data sample-inbox open row=1
        make run ARGS='rv-sample://action/mine/open?row=1'
        """),
      .text(
        """
        This one writes a reply, which is on disk when send returns and goes to the server
        when one is there. A link may come from anybody, so its row is a HUB_CLOSED_ACTION: links
        to it are refused, as they should be to all that writes, deletes or leaves:
        """),
      .snippet(reply),
    ])

  private static let rules = Section(
    title: "RULES",
    parts: [
      .text(
        """
        Everything happens on one thread, the one that called hub_frontend_v1; only what the
        header marks with [any] may be called from another. A method returns within 16 ms.
        """),
      .text(
        """
        What the host lends is valid until the method or the visitor returns: copy what you
        keep.
        """),
      .text(
        """
        A front end never calls exit, abort, fork, setlocale, signal, chdir or umask, writes
        to standard output only through the descriptor of hub.terminal/1, and lets no
        exception or panic out.
        """),
    ])

  private static let needs = Section(
    title: "WHAT IT MAY DO",
    parts: [
      .text(
        """
        A front end that did not come with hubhost runs in a process of its own, which cannot
        use the network, start programs, write files, or read others than those of the
        system and of its own folder. What the kernel cannot refuse, hubhost frontends tells.
        """),
      .text(
        """
        One that needs more says so in its descriptor: HUB_NEEDS_NETWORK in needs, and in
        reads the files and folders that it reads, absolute or from ~/ on. It then runs only
        where the app file grants all of it, by its id or its name; else a sentence tells
        what to write there, the exit code is 77, and the next front end is shown:
        """),
      .type(
        """
        grants: { "com.example.mine": { network: true, files: ["~/Music"] } }
        """),
      .text(
        """
        Granted are TCP and UDP, not the sockets of services on the same machine, and
        reading, not writing. With --in-process nothing can be kept from it, so hubhost asks
        for the same grant there.
        """),
    ])

  private static let finding = Section(
    title: "WHERE FRONT ENDS ARE FOUND",
    parts: [
      .text(
        """
        --frontend takes a path with a slash in it, or a name that is looked for as
        hubhost(1) says under FILES. hubhost frontends lists all of them, and says of each
        why it is refused, if it is.
        """),
      .text(
        """
        A file that others may write is never loaded, nor one in a folder that others may
        write: check the permissions first when a front end of yours is refused.
        """),
    ])

  private static let debugging = Section(
    title: "WHEN IT DOES NOT WORK",
    parts: [
      .text(
        """
        Each call of a method or an action, with its arguments and what it returned, as it
        happens; null means that the front end has no such method. What the front end calls is
        not traced:
        """),
      .type(
        """
        make run ARGS='--trace-abi trace.jsonl'
        """),
      .text(
        """
        A method whose signature is not the host's is refused when the front end is loaded;
        the sentence shows both. hub.log/1 writes to the log, which --log-level debug shows.
        """),
    ])
}
