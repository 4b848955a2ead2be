// swift-tools-version: 6.3
import PackageDescription

let package = Package(
  name: "hub-swift-example",
  products: [
    // The product's name makes the file's: libhub-swift-example.so.
    .library(name: "hub-swift-example", type: .dynamic, targets: ["FrontEnd"])
  ],
  dependencies: [
    // What an installed hubhost brings for authors: pkg-config --variable=kit hubhost-frontend
    .package(name: "frontend-kit", path: "frontend-kit")
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
