/*
 * tvmlike for C++17, header only: packed functions by name.
 *
 *   #include <tvmlike/tvmlike.hpp>
 *
 *   auto add = tvmlike::Function::get_global("testing.add3");
 *   int64_t sum = add(1, 2, 3);
 *
 *   tvmlike::register_global("my.join", [](std::string_view a, std::string_view b) {
 *     return std::string(a) + std::string(b);
 *   });
 *
 *   try {
 *     add("one", 2, 3);
 *   } catch (const tvmlike::Error& error) {
 *     std::cerr << error.kind() << ": " << error.message() << '\n';
 *   }
 *
 * One subject, one header; this one includes them all:
 *
 *   host.hpp        how the headers reach the library
 *   object.hpp      ObjectRef: reference-counted objects
 *   error.hpp       Error, and conversion of exceptions to errors
 *   any.hpp         Any, AnyView, and Traits, the conversions of C++ types
 *   scalar.hpp      numbers, bools, None, pointers, data types, devices
 *   text.hpp        String, Bytes
 *   container.hpp   Array, Map, Shape, and the standard containers
 *   names.hpp       the table of data types and devices
 *   dtype.hpp       data types and devices by name
 *   tensor.hpp      Tensor, DLPack
 *   closure.hpp     C++ callables as function objects
 *   function.hpp    Function
 *   record.hpp      About: docs, parameter names and options of a function
 *   tuple.hpp       std::pair, std::tuple
 *   tensor_view.hpp TensorView: tensors of one element type and rank
 *   print.hpp       values as text
 *   registry.hpp    names, plugins
 *   typed.hpp       TypedFunction: functions with static types; std::function
 *   member.hpp      methods, fields and constructors of registered types
 *   ref.hpp         Ref: references to objects of C++ classes
 *   shared.hpp      std::shared_ptr to objects of C++ classes
 *   scope.hpp       Scope: current objects, the defaults of implicit parameters
 *   bind.hpp        members of C++ classes as functions
 *   class.hpp       Class: C++ classes as types for every language
 *
 * and one that it does not include, because of the standard headers that it needs:
 *
 *   vocabulary.hpp  enumerations, plain structs, paths, durations, sets, variants
 *
 * Link libtvmlike (CMake: find_package(tvmlike), target tvmlike::tvmlike; pkg-config: tvmlike). A plugin
 * links nothing and includes plugin.hpp instead.
 */
#ifndef TVMLIKE_TVMLIKE_HPP_
#define TVMLIKE_TVMLIKE_HPP_

#include "tvmlike/class.hpp"
#include "tvmlike/scope.hpp"
#include "tvmlike/shared.hpp"
#include "tvmlike/tensor_view.hpp"
#include "tvmlike/tuple.hpp"
#include "tvmlike/typed.hpp"

#endif  // TVMLIKE_TVMLIKE_HPP_
