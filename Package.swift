// swift-tools-version: 6.3
import PackageDescription

// MARK: - Settings

/// All upcoming features that the compiler lists beyond language mode 6.
let upcoming: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InferIsolatedConformances"),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("ImmutableWeakCaptures"),
]

/// Every Swift target of the product: strict memory safety and warnings as errors.
let strict: [SwiftSetting] =
  [
    .strictMemorySafety(), .treatAllWarnings(as: .error),
    .treatWarning("ExplicitSendable", as: .error),
  ]
  + upcoming

/// Test targets: `unsafe` cannot stand inside `#expect`, so memory safety marks are off there.
let testing: [SwiftSetting] = [.treatAllWarnings(as: .error)] + upcoming

/// Where the Swift runtime stands once installed, beside the toolchain's own while building.
///
/// `Examples/install` copies it to `lib/hubhost/swift`; executables are in `bin`, front ends in
/// `lib/hubhost/frontends`.
let findsRuntime = (
  fromBin: LinkerSetting.unsafeFlags([
    "-Xlinker", "-rpath", "-Xlinker", "$ORIGIN/../lib/hubhost/swift",
  ]),
  fromFrontEnds: LinkerSetting.unsafeFlags(["-Xlinker", "-rpath", "-Xlinker", "$ORIGIN/../swift"])
)

/// A front end's shared object exports its entry function and nothing else.
let exportsEntryOnly: [LinkerSetting] = [
  .unsafeFlags([
    "-Xlinker", "--version-script=\(Context.packageDirectory)/Plugins/hub.version",
    "-Xlinker", "-z", "-Xlinker", "nodelete",
  ]),
  findsRuntime.fromFrontEnds,
]

/// `libhub.so` exports the functions of `hub/hub.h`; the runtime is found below its own folder.
let exportsHubOnly: [LinkerSetting] = [
  .unsafeFlags([
    "-Xlinker", "--version-script=\(Context.packageDirectory)/Sources/LibHub/hub.version",
    "-Xlinker", "-z", "-Xlinker", "nodelete", "-Xlinker", "-rpath", "-Xlinker",
    "$ORIGIN/hubhost/swift",
  ])
]

/// How C headers are read, the same in every target, so that all see the same declarations.
///
/// libxml2 is loaded when first needed and so not linked; its headers stand outside the default
/// path. The C library declares some types differently with and without GNU's names.
let headers: [SwiftSetting] = [
  .unsafeFlags(["-Xcc", "-I/usr/include/libxml2", "-Xcc", "-D_GNU_SOURCE"])
]

let strictC: [CSetting] = [
  .unsafeFlags(["-std=c11", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fvisibility=hidden"])
]

// MARK: - C modules

let cModules: [Target] = [
  .systemLibrary(name: "CCurl", providers: [.apt(["libcurl4-openssl-dev"])]),
  .systemLibrary(name: "CELF", providers: [.apt(["libelf-dev"])]),
  .target(name: "CHub", dependencies: ["CHubFrontEnd"]),
  .target(name: "CHubFrontEnd"),
  .systemLibrary(
    name: "CFFI", pkgConfig: "libffi", providers: [.apt(["libffi-dev"])]),
  .systemLibrary(name: "CLinux"),
  .systemLibrary(name: "CNcurses", providers: [.apt(["libncurses-dev"])]),
  .systemLibrary(
    name: "CSQLite", pkgConfig: "sqlite3", providers: [.apt(["libsqlite3-dev"])]),
  .systemLibrary(name: "CXML2", providers: [.apt(["libxml2-dev"])]),
  .systemLibrary(name: "CZlib", providers: [.apt(["zlib1g-dev"])]),
]

// MARK: - Host

let host: [Target] = [
  .target(name: "HubCalendar"),
  .target(name: "HubLoop", dependencies: ["CLinux"]),
  .target(name: "HubModel", dependencies: ["HubCalendar"]),
  .target(name: "HubText", dependencies: ["CXML2", "CLinux"]),
  .target(name: "HubLog", dependencies: ["HubText"]),
  .target(name: "HubStore", dependencies: ["HubModel", "HubLog", "CSQLite"]),
  .target(name: "HubCore", dependencies: ["HubModel"]),
  .target(
    name: "EngageClient",
    dependencies: ["HubModel", "HubCalendar", "HubLoop", "CCurl", "CLinux", "CZlib"]),
  .target(
    name: "AgentCore", dependencies: ["EngageClient", "HubStore", "HubModel", "HubText", "HubLog"]),
  .target(
    name: "HubFrontEnds",
    dependencies: [
      "HubModel", "HubCore", "HubKeys", "HubStore", "HubText", "HubLog", "HubLoop", "CHubFrontEnd",
      "CELF", "CFFI", "CLinux",
    ]),
  .target(name: "HubKeys"),
  .target(name: "HubOptions", dependencies: ["HubKeys"]),
  .target(
    name: "HubSystem",
    dependencies: ["HubModel", "HubCore", "HubStore", "HubText", "HubLog", "HubOptions", "CLinux"]),
  .target(
    name: "HubHosting",
    dependencies: [
      "HubModel", "HubCore", "HubStore", "HubText", "HubLog", "HubLoop", "HubFrontEnds",
      "HubSystem", "HubOptions", "CLinux",
    ]),
  .target(
    name: "HubCommands",
    dependencies: [
      "HubModel", "HubCore", "HubStore", "HubText", "HubLog", "HubLoop", "HubFrontEnds",
      "HubHosting", "HubSystem", "HubOptions", "CLinux",
    ]),
  .target(
    name: "AgentCommands",
    dependencies: [
      "AgentCore", "EngageClient", "HubLog", "HubLoop", "HubModel", "HubOptions", "HubStore",
      "HubSystem", "CLinux",
    ]),
  .executableTarget(
    name: "hubagent", dependencies: ["AgentCommands"], linkerSettings: [findsRuntime.fromBin]),
  .target(
    name: "Hub",
    dependencies: [
      "HubModel", "HubCore", "HubStore", "HubText", "HubLog", "HubLoop", "HubFrontEnds",
      "HubHosting", "HubSystem", "HubOptions", "CHubFrontEnd", "CLinux",
    ]),
  .target(
    name: "LibHub", dependencies: ["Hub", "CHub", "CHubFrontEnd"], exclude: ["hub.version"],
    linkerSettings: exportsHubOnly),
  .executableTarget(
    name: "hubhost", dependencies: ["HubCommands"], linkerSettings: [findsRuntime.fromBin]),
]

// MARK: - Front ends

let frontEnds: [Target] = [
  .target(name: "HubFrontEndKit", dependencies: ["CHubFrontEnd", "HubCalendar", "HubText"]),
  .target(
    name: "CursesFrontEnd",
    dependencies: ["HubFrontEndKit", "HubCalendar", "HubKeys", "HubText", "CNcurses", "CLinux"],
    path: "Plugins/Curses/FrontEnd"),
  .target(
    name: "CursesEntry", dependencies: ["CursesFrontEnd", "HubFrontEndKit", "CHubFrontEnd"],
    path: "Plugins/Curses/Entry", linkerSettings: exportsEntryOnly),
  .target(
    name: "JSONLinesFrontEnd", dependencies: ["HubFrontEndKit", "HubCalendar", "HubText"],
    path: "Plugins/JSONLines/FrontEnd"),
  .target(
    name: "JSONLinesEntry", dependencies: ["JSONLinesFrontEnd", "HubFrontEndKit", "CHubFrontEnd"],
    path: "Plugins/JSONLines/Entry", linkerSettings: exportsEntryOnly),
  .target(
    name: "PlainFrontEnd", dependencies: ["HubFrontEndKit", "HubCalendar", "HubText"],
    path: "Plugins/Plain/FrontEnd"),
  .target(
    name: "PlainEntry", dependencies: ["PlainFrontEnd", "HubFrontEndKit", "CHubFrontEnd"],
    path: "Plugins/Plain/Entry", linkerSettings: exportsEntryOnly),
  .target(
    name: "SmallestFrontEnd", dependencies: ["CHubFrontEnd"], path: "Examples/frontend-c",
    exclude: ["Makefile", "README.md", "live.c"], cSettings: strictC,
    linkerSettings: exportsEntryOnly),
  .target(
    name: "LiveFrontEnd", dependencies: ["CHubFrontEnd"], path: "Examples/frontend-c",
    exclude: ["Makefile", "README.md", "smallest.c"], cSettings: strictC,
    linkerSettings: exportsEntryOnly),
]

// MARK: - Apps

let apps: [Target] = [
  .executableTarget(
    name: "tab-app", dependencies: ["Hub"], path: "Examples/tab-app", exclude: ["README.md"])
]

// MARK: - Tests

let tests: [Target] = [
  .target(
    name: "HubTestSupport", dependencies: ["HubModel", "HubText", "HubFrontEndKit", "CLinux"],
    path: "Tests/HubTestSupport"),
  .executableTarget(
    name: "HubTestHost", dependencies: ["HubFrontEnds", "HubLoop", "HubModel", "CHubFrontEnd"],
    path: "Tests/HubTestHost"),
  .testTarget(name: "HubCalendarTests", dependencies: ["HubCalendar", "HubModel"]),
  .testTarget(name: "HubModelTests", dependencies: ["HubCalendar", "HubModel", "HubTestSupport"]),
  .testTarget(name: "HubTextTests", dependencies: ["HubText", "HubLog", "HubTestSupport"]),
  .testTarget(
    name: "HubStoreTests", dependencies: ["HubStore", "HubModel", "CSQLite", "HubTestSupport"]),
  .testTarget(
    name: "EngageClientTests",
    dependencies: ["EngageClient", "HubLoop", "HubModel", "CLinux", "HubTestSupport"]),
  .testTarget(name: "HubLoopTests", dependencies: ["HubLoop", "CLinux", "HubTestSupport"]),
  .testTarget(name: "HubCoreTests", dependencies: ["HubCore", "HubModel", "HubTestSupport"]),
  .testTarget(
    name: "AgentCoreTests", dependencies: ["AgentCore", "EngageClient", "HubStore", "HubModel"]),
  .testTarget(
    name: "HubFrontEndsTests",
    dependencies: [
      "HubFrontEnds", "HubStore", "HubCore", "HubModel", "CHubFrontEnd", "CLinux", "HubTestHost",
      "HubTestSupport",
    ]),
  .testTarget(
    name: "HubFrontEndKitTests", dependencies: ["HubFrontEndKit", "CHubFrontEnd", "HubTestSupport"]),
  .testTarget(
    name: "PlainTests",
    dependencies: ["PlainFrontEnd", "HubCalendar", "HubFrontEndKit", "HubTestSupport"]),
  .testTarget(
    name: "JSONLinesTests",
    dependencies: ["JSONLinesFrontEnd", "HubFrontEndKit", "HubOptions", "HubTestSupport"]),
  .testTarget(
    name: "CursesTests",
    dependencies: ["CursesFrontEnd", "HubCalendar", "HubFrontEndKit", "HubTestSupport"]),
  .testTarget(
    name: "HubOptionsTests", dependencies: ["HubOptions", "HubKeys", "HubTestSupport"],
    exclude: ["Snapshots"]),
  .testTarget(
    name: "HubCommandsTests",
    dependencies: [
      "HubCommands", "HubHosting", "HubSystem", "HubStore", "HubModel", "HubTestSupport",
    ]),
  .testTarget(
    name: "AgentCommandsTests",
    dependencies: [
      "AgentCommands", "EngageClient", "HubCommands", "HubFrontEnds", "HubHosting", "HubLoop",
      "HubModel",
      "HubOptions", "HubSystem", "CLinux", "HubTestSupport",
    ]),
  .testTarget(name: "HubTests", dependencies: ["Hub", "HubTestSupport", "CLinux"]),
  .testTarget(
    name: "ABITests",
    dependencies: ["CHubFrontEnd", "HubFrontEnds", "HubModel", "CLinux", "HubTestSupport"]),
  .testTarget(
    name: "FuzzCorpusTests",
    dependencies: [
      "EngageClient", "HubCommands", "HubCore", "HubFrontEnds", "HubHosting", "HubModel",
      "HubOptions", "HubSystem", "HubText", "CHubFrontEnd", "HubFrontEndKit", "JSONLinesFrontEnd",
      "HubTestSupport",
    ],
    path: "Tests/fuzz", exclude: ["corpus", "Driver", "run"]),
  .testTarget(name: "EndToEndTests", dependencies: ["HubTestSupport", "HubText"]),
]

// MARK: - Package

let package = Package(
  name: "hubhost",
  products: [
    .executable(name: "hubhost", targets: ["hubhost"]),
    .executable(name: "hubagent", targets: ["hubagent"]),
    .library(name: "Hub", targets: ["Hub"]),
    .library(name: "HubFrontEndKit", targets: ["HubFrontEndKit", "CHubFrontEnd"]),
    .library(name: "hub", type: .dynamic, targets: ["LibHub"]),
    .library(name: "hub-curses", type: .dynamic, targets: ["CursesEntry"]),
    .library(name: "hub-jsonl", type: .dynamic, targets: ["JSONLinesEntry"]),
    .library(name: "hub-live", type: .dynamic, targets: ["LiveFrontEnd"]),
    .library(name: "hub-plain", type: .dynamic, targets: ["PlainEntry"]),
    .library(name: "hub-smallest", type: .dynamic, targets: ["SmallestFrontEnd"]),
  ],
  targets: cModules + host + frontEnds + apps + tests,
  swiftLanguageModes: [.v6]
)

let headerOnly = ["CHub", "CHubFrontEnd"]
for target in package.targets where target.type != .system && !headerOnly.contains(target.name) {
  if target.cSettings != nil { continue }
  let isTest = target.type == .test || target.name == "HubTestSupport"
  target.swiftSettings = (isTest ? testing : strict) + headers
}
