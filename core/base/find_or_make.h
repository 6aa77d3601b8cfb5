// Maps of objects that are made when they are first asked for.
#ifndef RUNNEL_CORE_BASE_FIND_OR_MAKE_H_
#define RUNNEL_CORE_BASE_FIND_OR_MAKE_H_

namespace runnel {

// The value of `key`, which `make` makes where there is none. The map gets it when it is whole: `make`
// may throw for lack of memory, and whoever walks the map must not meet an empty pointer then.
template <typename Map, typename Make>
typename Map::mapped_type& FindOrMake(Map& map, const typename Map::key_type& key, const Make& make) {
  auto found = map.find(key);
  if (found == map.end()) found = map.emplace(key, make()).first;
  return found->second;
}

}  // namespace runnel

#endif  // RUNNEL_CORE_BASE_FIND_OR_MAKE_H_
