// SPDX-License-Identifier: Apache-2.0
// Exceptions for WebAssembly where the C++ library was built without them: what the compiler calls to throw, to catch and to find
// the clause that catches. One thread, no foreign exceptions, no exception specifications: that is all the engine needs.
//
// Symbols and layout: Itanium C++ ABI, "Exception Handling", 2.4 and 2.5; the tables of clauses as LLVM writes them for
// WebAssembly (a table of call sites by landing pad, then actions, then types, which are addressed backwards).
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <typeinfo>

namespace {

/// In front of every exception object.
struct alignas(16) Header {
  const std::type_info* type;
  void* (*destroy)(void*);  // destructors return their object here
  Header* caught_before;    // the stack of those that are being handled
  void* adjusted;           // the object as the clause that caught it sees it
  int handlers;             // that are running; negative: thrown again
};
Header* caught = nullptr;

void* object_of(Header* header) { return header + 1; }
Header* header_of(void* object) { return static_cast<Header*>(object) - 1; }

void release(Header* header) {
  if (header->destroy) header->destroy(object_of(header));
  std::free(header);
}

/// What libc++abi's classes of types answer; its private_typeinfo.h declares them so.
class Shim : public std::type_info {
 public:
  ~Shim() override;
  virtual void noop1() const;
  virtual void noop2() const;
  virtual bool can_catch(const Shim* thrown, void*& adjusted) const = 0;
};

std::uintptr_t unsigned_leb(const std::uint8_t*& at) {
  std::uintptr_t value = 0;
  for (unsigned shift = 0;; shift += 7) {
    const std::uint8_t byte = *at++;
    value |= static_cast<std::uintptr_t>(byte & 0x7f) << shift;
    if (!(byte & 0x80)) return value;
  }
}
std::intptr_t signed_leb(const std::uint8_t*& at) {
  std::uintptr_t value = 0;
  for (unsigned shift = 0;;) {
    const std::uint8_t byte = *at++;
    value |= static_cast<std::uintptr_t>(byte & 0x7f) << shift;
    shift += 7;
    if (byte & 0x80) continue;
    if ((byte & 0x40) && shift < 8 * sizeof value) value |= ~std::uintptr_t{0} << shift;
    return static_cast<std::intptr_t>(value);
  }
}

constexpr std::uint8_t omitted = 0xff;

}  // namespace

extern "C" {

/// What a landing pad tells and is told: its number, the table of its function, the clause that catches.
struct LandingPad {
  std::uintptr_t index;
  const std::uint8_t* table;
  std::uintptr_t selector;
} __wasm_lpad_context;

/// Finds the clause of the landing pad that catches an exception; selector 0: none does.
int _Unwind_CallPersonality(void* object) {
  Header* const header = header_of(object);
  const std::uint8_t* at = __wasm_lpad_context.table;
  __wasm_lpad_context.selector = 0;
  if (!at) return 0;
  if (*at++ != omitted) std::abort();  // a base of landing pads, which have numbers here
  const bool has_types = *at++ != omitted;
  const std::uint8_t* types = nullptr;
  if (has_types) {
    const auto offset = unsigned_leb(at);
    types = at + offset;
  }
  ++at;  // the encoding of call sites: variable length
  const auto length = unsigned_leb(at);
  const std::uint8_t* const actions = at + length;
  std::uintptr_t action = 0;
  for (std::uintptr_t i = 0; i <= __wasm_lpad_context.index; ++i) {
    if (at >= actions) return 0;
    unsigned_leb(at), action = unsigned_leb(at);
  }
  if (action == 0) return 0;
  for (const std::uint8_t* row = actions + action - 1;;) {
    const auto clause = signed_leb(row);
    if (clause > 0) {
      const Shim* wanted;
      __builtin_memcpy(&wanted, types - clause * static_cast<std::intptr_t>(sizeof wanted), sizeof wanted);
      void* adjusted = object;
      if (!wanted || wanted->can_catch(static_cast<const Shim*>(header->type), adjusted)) {
        header->adjusted = adjusted;
        __wasm_lpad_context.selector = static_cast<std::uintptr_t>(clause);
        return 0;
      }
    }
    const std::uint8_t* next = row;
    const auto offset = signed_leb(next);
    if (offset == 0) return 0;
    row += offset;
  }
}

/// Named as the owner of the tables; nobody calls it.
void __gxx_wasm_personality_v0() { std::abort(); }

void* __cxa_allocate_exception(std::size_t size) noexcept {
  auto* header = static_cast<Header*>(std::calloc(1, sizeof(Header) + size));
  if (!header) std::abort();
  return object_of(header);
}
void __cxa_free_exception(void* object) noexcept { std::free(header_of(object)); }

[[noreturn]] void __cxa_throw(void* object, std::type_info* type, void* (*destroy)(void*)) {
  Header* const header = header_of(object);
  header->type = type, header->destroy = destroy, header->adjusted = object;
  __builtin_wasm_throw(0, object);
}
[[noreturn]] void __cxa_rethrow() {
  if (!caught) std::terminate();
  caught->handlers = -caught->handlers;
  __builtin_wasm_throw(0, object_of(caught));
}

void* __cxa_begin_catch(void* object) noexcept {
  Header* const header = header_of(object);
  header->handlers = (header->handlers < 0 ? -header->handlers : header->handlers) + 1;
  if (header != caught) header->caught_before = caught, caught = header;
  return header->adjusted;
}
void __cxa_end_catch() {
  Header* const header = caught;
  if (!header) return;
  if (header->handlers < 0) {  // on its way again: the next handler finds it
    if (++header->handlers == 0) caught = header->caught_before;
    return;
  }
  if (--header->handlers > 0) return;
  caught = header->caught_before;
  release(header);
}
void* __cxa_get_exception_ptr(void* object) noexcept { return header_of(object)->adjusted; }

}  // extern "C"
