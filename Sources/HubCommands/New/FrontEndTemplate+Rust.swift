// Made by .generate-templates from Examples/frontend-rust; change it there.

extension FrontEndTemplate {
  /// The files of a front end in Rust.
  static let rust = FrontEndTemplate(files: [
    File(
      path: "frontend.rs",
      text: #"""
        //! A front end in Rust: shows the newest rows and whole posts as text; with `--follow` also the badge.
        //!
        //! It uses no crate. What it needs of `hub/frontend.h` is declared by hand in `hub`, in the header's order; a struct
        //! that the host fills may be declared up to the last member that is used, since it begins with its size.

        use std::io::Write;

        /// The part of the C ABI that this front end uses, names as in the header.
        mod hub {
            use std::os::raw::{c_char, c_void};

            pub const OK: i32 = 0;
            pub const E_UNAVAILABLE: i32 = -4;
            pub const FLAG_UNREAD: u32 = 1;

            #[repr(C)]
            #[derive(Clone, Copy)]
            pub struct Str {
                pub data: *const c_char,
                pub length: u64,
            }

            impl Str {
                pub const fn new(text: &'static str) -> Str {
                    Str { data: text.as_ptr() as *const c_char, length: text.len() as u64 }
                }

                /// The text, lent by the host; None: absent.
                pub unsafe fn get<'a>(self) -> Option<&'a str> {
                    if self.data.is_null() {
                        return None;
                    }
                    let bytes = std::slice::from_raw_parts(self.data as *const u8, self.length as usize);
                    std::str::from_utf8(bytes).ok()
                }
            }

            pub type Id = [u8; 16];

            #[repr(C)]
            pub struct Call {
                pub size: u32,
                pub reserved: u32,
                pub request: u64,
            }

            #[repr(C)]
            pub struct Post {
                pub size: u32,
                pub flags: u32,
                pub id: Id,
                pub received_at: i64,
                pub subject: Str,
                pub preview: Str,
            }

            #[repr(C)]
            pub struct Item {
                pub size: u32,
                pub kind: u32,
                pub flags: u32,
                pub reserved: u32,
                pub id: Id,
                pub activity_at: i64,
                pub sender: Str,
                pub subject: Str,
                pub preview: Str,
            }

            #[repr(C)]
            pub struct Query {
                pub size: u32,
                pub anchor: u32,
                pub direction: u32,
                pub limit: u32,
                pub anchor_at: i64,
                pub anchor_id: Id,
                pub anchor_kind: u32,
                pub unread_only: u32,
                pub search: Str,
                pub subscription: Str,
            }

            #[repr(C)]
            pub struct Items {
                pub size: u32,
                pub reserved: u32,
                pub fetch: extern "C" fn(
                    *const Host,
                    *const Query,
                    extern "C" fn(*mut c_void, *const Item) -> i32,
                    *mut c_void,
                ) -> i32,
            }

            #[repr(C)]
            pub struct Line {
                pub size: u32,
                pub span_count: u32,
                pub text: Str,
            }

            #[repr(C)]
            pub struct Document {
                pub size: u32,
                pub reserved: u32,
                pub lines: extern "C" fn(
                    *const Host,
                    PostId,
                    u32,
                    extern "C" fn(*mut c_void, *const Line) -> i32,
                    *mut c_void,
                ) -> i32,
            }

            /// An id passed by value: a struct in C, never an array.
            #[repr(C)]
            pub struct PostId {
                pub bytes: Id,
            }

            #[repr(C)]
            pub struct TerminalInfo {
                pub size: u32,
                pub flags: u32,
                pub input_fd: i32,
                pub output_fd: i32,
                pub columns: u32,
                pub rows: u32,
            }

            #[repr(C)]
            pub struct Terminal {
                pub size: u32,
                pub reserved: u32,
                pub describe: extern "C" fn(*const Host, *mut TerminalInfo) -> i32,
            }

            #[repr(C)]
            pub struct Host {
                pub size: u32,
                pub abi_minor: u32,
                pub name: Str,
                pub version: Str,
                pub context: *mut c_void,
                pub service: extern "C" fn(*const Host, *const c_char, u64) -> *const c_void,
            }

            impl Host {
                /// A service by its id; None: this host does not have it.
                pub unsafe fn find<T>(host: *const Host, id: &str) -> Option<&'static T> {
                    let found = ((*host).service)(host, id.as_ptr() as *const c_char, id.len() as u64);
                    (found as *const T).as_ref()
                }
            }

            #[repr(C)]
            pub struct Method {
                pub name: Str,
                pub signature: Str,
                pub since: u32,
                pub reserved: u32,
                pub function: *const c_void,
            }

            #[repr(C)]
            pub struct FrontEnd {
                pub size: u32,
                pub abi_minor: u32,
                pub id: Str,
                pub name: Str,
                pub version: Str,
                pub summary: Str,
                pub needs: u64,
                pub method_size: u32,
                pub method_count: u32,
                pub methods: *const Method,
                pub create: Option<extern "C" fn(*const Host, *mut *mut c_void) -> i32>,
                pub start: Option<extern "C" fn(*mut c_void) -> i32>,
                pub stop: Option<extern "C" fn(*mut c_void)>,
                pub destroy: Option<extern "C" fn(*mut c_void)>,
            }

            // Both are constant: the pointers in them point at constants too.
            unsafe impl Sync for Method {}
            unsafe impl Sync for FrontEnd {}

            const _: () = assert!(std::mem::size_of::<Query>() == 80 && std::mem::size_of::<Host>() == 56);
            const _: () = assert!(std::mem::size_of::<Method>() == 48 && std::mem::size_of::<FrontEnd>() == 128);
        }

        use std::os::raw::{c_char, c_void};

        /// One instance; the host passes it to every method.
        struct Front {
            host: *const hub::Host,
            items: &'static hub::Items,
            document: &'static hub::Document,
            terminal: hub::TerminalInfo,
            /// The Hub was on screen: from then on changes are worth a line.
            shown: bool,
        }

        impl Front {
            unsafe fn of<'a>(instance: *mut c_void) -> &'a mut Front {
                &mut *(instance as *mut Front)
            }

            /// Writes to the host's output, which stays the host's: the file must not close it.
            fn say(&self, text: &str) {
                use std::os::unix::io::FromRawFd;
                let file = unsafe { std::fs::File::from_raw_fd(self.terminal.output_fd) };
                let _ = std::mem::ManuallyDrop::new(file).write_all(text.as_bytes());
            }
        }

        extern "C" fn say_row(context: *mut c_void, item: *const hub::Item) -> i32 {
            let (front, item) = unsafe { (Front::of(context), &*item) };
            let title = unsafe { item.subject.get().or(item.preview.get()).unwrap_or("") };
            let mark = if item.flags & hub::FLAG_UNREAD != 0 { '*' } else { ' ' };
            front.say(&format!("{} {}\n", mark, title));
            0 // go on with the next row
        }

        extern "C" fn say_line(context: *mut c_void, line: *const hub::Line) -> i32 {
            let text = unsafe { (*line).text.get().unwrap_or("") };
            unsafe { Front::of(context) }.say(&format!("{}\n", text));
            0
        }

        extern "C" fn show_hub(
            instance: *mut c_void, _call: *const hub::Call, tab: *const c_char, tab_length: u64, badge: *const c_char,
            badge_length: u64,
        ) -> i32 {
            let front = unsafe { Front::of(instance) };
            front.shown = true;
            let tab = unsafe { hub::Str { data: tab, length: tab_length }.get() }.unwrap_or("");
            let badge = unsafe { hub::Str { data: badge, length: badge_length }.get() }.unwrap_or("nothing");
            front.say(&format!("[{}] {} unread\n", tab, badge));
            let absent = hub::Str { data: std::ptr::null(), length: 0 };
            let newest = hub::Query {
                size: std::mem::size_of::<hub::Query>() as u32,
                anchor: 0,
                direction: 0,
                limit: 20,
                anchor_at: 0,
                anchor_id: [0; 16],
                anchor_kind: 0,
                unread_only: 0,
                search: absent,
                subscription: absent,
            };
            (front.items.fetch)(front.host, &newest, say_row, instance)
        }

        extern "C" fn present_post(
            instance: *mut c_void, _call: *const hub::Call, _presentation: u64, post: *const hub::Post,
        ) -> i32 {
            let (front, post) = unsafe { (Front::of(instance), &*post) };
            front.say(&format!("\n{}\n\n", unsafe { post.subject.get() }.unwrap_or("")));
            let id = hub::PostId { bytes: post.id };
            if (front.document.lines)(front.host, id, front.terminal.columns, say_line, instance) < 0 {
                front.say(&format!("{}\n", unsafe { post.preview.get() }.unwrap_or("")));
            }
            hub::OK
        }

        extern "C" fn badge_changed(
            instance: *mut c_void, _call: *const hub::Call, badge: *const c_char, length: u64, _count: u64,
        ) -> i32 {
            let front = unsafe { Front::of(instance) };
            let badge = unsafe { hub::Str { data: badge, length }.get() }.unwrap_or("none");
            if front.shown {
                front.say(&format!("badge: {}\n", badge));
            }
            hub::OK
        }

        extern "C" fn create(host: *const hub::Host, instance: *mut *mut c_void) -> i32 {
            let found = unsafe {
                (
                    hub::Host::find::<hub::Items>(host, "hub.items/1"),
                    hub::Host::find::<hub::Document>(host, "hub.document/1"),
                    hub::Host::find::<hub::Terminal>(host, "hub.terminal/1"),
                )
            };
            let (items, document, service) = match found {
                (Some(items), Some(document), Some(terminal)) => (items, document, terminal),
                _ => return hub::E_UNAVAILABLE,
            };
            let size = std::mem::size_of::<hub::TerminalInfo>() as u32;
            let mut terminal = hub::TerminalInfo { size, flags: 0, input_fd: 0, output_fd: 1, columns: 80, rows: 24 };
            if (service.describe)(host, &mut terminal) < 0 {
                return hub::E_UNAVAILABLE;
            }
            let front = Box::new(Front { host, items, document, terminal, shown: false });
            unsafe { *instance = Box::into_raw(front) as *mut c_void };
            hub::OK
        }

        extern "C" fn destroy(instance: *mut c_void) {
            drop(unsafe { Box::from_raw(instance as *mut Front) });
        }

        /// A row of the method table: name and signature as the header has them.
        const fn method(name: &'static str, signature: &'static str, function: *const c_void) -> hub::Method {
            hub::Method { name: hub::Str::new(name), signature: hub::Str::new(signature), since: 0, reserved: 0, function }
        }

        static METHODS: [hub::Method; 3] = [
            method("show_hub", "s?s", show_hub as *const c_void),
            method("present_post", "uP", present_post as *const c_void),
            method("badge_changed", "?su", badge_changed as *const c_void),
        ];

        static DESCRIPTOR: hub::FrontEnd = hub::FrontEnd {
            size: std::mem::size_of::<hub::FrontEnd>() as u32,
            abi_minor: 0,
            id: hub::Str::new("com.example.@NAME@"),
            name: hub::Str::new("@NAME@"),
            version: hub::Str::new("1.0"),
            summary: hub::Str::new("Shows the newest rows, and whole posts"),
            needs: 0,
            method_size: std::mem::size_of::<hub::Method>() as u32,
            method_count: METHODS.len() as u32,
            methods: METHODS.as_ptr(),
            create: Some(create),
            start: None,
            stop: None,
            destroy: Some(destroy),
        };

        /// The entry: the one function that hubhost looks for.
        #[no_mangle]
        pub extern "C" fn hub_frontend_v1(_host_minor: u32) -> *const hub::FrontEnd {
            &DESCRIPTOR
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
        RUSTC ?= rustc
        INBOX ?= --app "$(SAMPLE)/app.json5" --data sample-inbox
        FOLDER ?= $(HOME)/.local/lib/hubhost/frontends

        # A panic must not cross the border into the host, so it ends the process.
        libhub-$(NAME).so: frontend.rs
        	$(RUSTC) --edition 2021 --crate-type cdylib --crate-name hub_frontend -O -C panic=abort -o $@ $<

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
