//! The macros `plugin!` and `link_host!`, which make a library a plugin and connect a program to libtvmlike.

/// Makes a library a plugin: it gets the entry point through which its functions come to the host.
///
/// ```ignore
/// tvmlike::plugin!();
/// tvmlike::plugin!(name = "my_plugin", version = "1.2.3");
/// tvmlike::plugin!(name = "my_plugin", version = "1.2.3", finish = stop_my_threads);
/// ```
///
/// `finish` is a `fn()`. It runs once, when the plugin has been unloaded and no function and no object of it is left
/// anywhere: the place to stop threads and to close files.
///
/// In a program instead of a library the entry point can be given to `TVMLikePluginAttach` of a libtvmlike that the
/// program links.
#[macro_export]
macro_rules! plugin {
    () => {
        $crate::plugin!(
            name = env!("CARGO_PKG_NAME"),
            version = env!("CARGO_PKG_VERSION")
        );
    };
    (finish = $finish:expr) => {
        $crate::plugin!(
            name = env!("CARGO_PKG_NAME"),
            version = env!("CARGO_PKG_VERSION"),
            finish = $finish
        );
    };
    (name = $name:expr, version = $version:expr $(,)?) => {
        $crate::plugin!(@entry $name, $version, ::core::option::Option::None);
    };
    (name = $name:expr, version = $version:expr, finish = $finish:expr $(,)?) => {
        $crate::plugin!(@entry $name, $version, ::core::option::Option::Some($finish));
    };
    (@entry $name:expr, $version:expr, $finish:expr) => {
        const _: () = {
            #[$crate::__private::linkme::distributed_slice($crate::__private::PLUGIN_MARK)]
            #[linkme(crate = $crate::__private::linkme)]
            static MARK: $crate::__private::PluginMark = $crate::__private::PluginMark($name);

            /// The plugin's entry point.
            ///
            /// # Safety
            /// Called by a tvmlike host only.
            #[unsafe(no_mangle)]
            pub unsafe extern "C" fn tvmlike_plugin_init_v1(
                host: *const $crate::__private::TVMLikeHost,
                plugin: *mut $crate::__private::TVMLikePlugin,
            ) -> ::core::ffi::c_int {
                // SAFETY: the host calls with its table and a struct to fill in.
                unsafe { $crate::__private::plugin_init(host, plugin, $name, $version, $finish) }
            }
        };
    };
}

/// Makes a program a host that links libtvmlike: its own functions go to the one registry of the process, in
/// libtvmlike, and `tvmlike::get` finds what is registered there.
///
/// It defines `fn attach() -> tvmlike::Result<()>`, which the program calls once, before it uses the registry. The
/// functions and types that carry the attributes are registered by then, under the program's name, as those of a plugin
/// are; `plugin.list` lists it.
///
/// ```ignore
/// tvmlike::link_host!();
/// tvmlike::link_host!(name = "my_program", version = "1.2.3");
///
/// fn main() -> tvmlike::Result<()> {
///     attach()?;
///     println!("{}", tvmlike::get("runtime.version")?.call_as::<String>(())?);
///     Ok(())
/// }
/// ```
///
/// It links the library `tvmlike`; the program's build script passes its folder by
/// `cargo::rustc-link-search=native=DIR`. A program that does not link libtvmlike needs none of this: the crates in it
/// are the host, with the functions of the program alone.
#[macro_export]
macro_rules! link_host {
    () => {
        $crate::link_host!(
            name = env!("CARGO_PKG_NAME"),
            version = env!("CARGO_PKG_VERSION")
        );
    };
    (name = $name:expr, version = $version:expr $(,)?) => {
        const _: () = {
            #[$crate::__private::linkme::distributed_slice($crate::__private::PLUGIN_MARK)]
            #[linkme(crate = $crate::__private::linkme)]
            static MARK: $crate::__private::PluginMark = $crate::__private::PluginMark($name);
        };

        /// Connects this program to the libtvmlike that it links, and registers the functions of the program there.
        ///
        /// # Errors
        /// ValueError if a name or a type key is already registered, libtvmlike has an incompatible version, or the
        /// program is attached already.
        fn attach() -> $crate::__private::Result<()> {
            unsafe extern "C" fn entry_point(
                host: *const $crate::__private::TVMLikeHost,
                plugin: *mut $crate::__private::TVMLikePlugin,
            ) -> ::core::ffi::c_int {
                // SAFETY: libtvmlike calls with its table and a struct to fill in.
                unsafe {
                    $crate::__private::plugin_init(
                        host,
                        plugin,
                        $name,
                        $version,
                        ::core::option::Option::None,
                    )
                }
            }

            #[link(name = "tvmlike")]
            unsafe extern "C" {
                fn TVMLikePluginAttach(
                    init: ::core::option::Option<
                        unsafe extern "C" fn(
                            *const $crate::__private::TVMLikeHost,
                            *mut $crate::__private::TVMLikePlugin,
                        ) -> ::core::ffi::c_int,
                    >,
                    out: *mut $crate::__private::TVMLikeValue,
                ) -> ::core::ffi::c_int;
                fn TVMLikeErrorMoveFromRaised(out: *mut *mut $crate::__private::TVMLikeObject);
            }

            // SAFETY: both are of the libtvmlike that this program links, and the entry point is the one above.
            unsafe {
                $crate::__private::attach_program(
                    TVMLikePluginAttach,
                    TVMLikeErrorMoveFromRaised,
                    ::core::option::Option::Some(entry_point),
                )
            }
        }
    };
}
