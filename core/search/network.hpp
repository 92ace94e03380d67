// Inference for a small neural network in integer arithmetic: the same answer on every machine.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "game.hpp"

namespace quincunx {

// Layers of dot products. Between two layers a sum is shifted right and clipped to 0 .. MOST; the sum of the last layer, shifted,
// is the answer. The bytes are little-endian:
//
//     "QXN1", layers u32, then for each layer: inputs u32, outputs u32, shift u32, weights i16[outputs][inputs], biases i32[outputs]
//
// No weight behind the first layer is beyond MOST, so that no sum of up to MOST_UNITS products leaves 32 bits. The inputs of the
// first layer are the caller's: the sum of their magnitudes must stay below 2^15.
class Network {
public:
    static constexpr std::int32_t MOST = 4095;
    static constexpr std::uint32_t MOST_UNITS = 256;

    explicit Network(std::string_view bytes) {
        if (bytes.size() < 8 || bytes.substr(0, 4) != "QXN1") throw Refusal("this is not a network");
        bytes.remove_prefix(4);
        const auto count = number<std::uint32_t>(bytes);
        if (count < 1 || count > 8) throw Refusal("a network has 1 to 8 layers");
        for (std::uint32_t i = 0; i < count; ++i) {
            Layer layer{
                number<std::uint32_t>(bytes), number<std::uint32_t>(bytes), number<std::uint32_t>(bytes), {}, {}};
            const bool fits = i == 0 || layer.inputs == layers_.back().outputs;
            if (!fits || !layer.inputs || !layer.outputs || layer.inputs > MOST_UNITS || layer.outputs > MOST_UNITS ||
                layer.shift > 30)
                throw Refusal("the layers of this network do not fit together");
            for (std::uint32_t k = 0; k < layer.inputs * layer.outputs; ++k) {
                layer.weights.push_back(number<std::int16_t>(bytes));
                if (i > 0 && std::abs(int{layer.weights.back()}) > MOST) throw Refusal("a weight is too large");
            }
            for (std::uint32_t k = 0; k < layer.outputs; ++k) {
                layer.biases.push_back(number<std::int32_t>(bytes));
                if (std::abs(std::int64_t{layer.biases.back()}) > 1 << 29) throw Refusal("a bias is too large");
            }
            layers_.push_back(std::move(layer));
        }
        if (!bytes.empty()) throw Refusal("this network is longer than it says");
    }

    std::size_t inputs() const { return layers_.front().inputs; }
    std::size_t outputs() const { return layers_.back().outputs; }

    // The first output. `seen` has inputs() numbers.
    std::int32_t operator()(const std::int16_t* seen) const {
        std::array<std::array<std::int16_t, MOST_UNITS>, 2> units;
        const std::int16_t* from = seen;
        for (std::size_t i = 0; i + 1 < layers_.size(); ++i) {
            const auto& layer = layers_[i];
            auto& to = units[i & 1];
            for (std::uint32_t k = 0; k < layer.outputs; ++k)
                to[k] = static_cast<std::int16_t>(std::clamp(layer.sum(from, k) >> layer.shift, 0, MOST));
            from = to.data();
        }
        return layers_.back().sum(from, 0) >> layers_.back().shift;
    }

private:
    struct Layer {
        std::uint32_t inputs, outputs, shift;
        std::vector<std::int16_t> weights;
        std::vector<std::int32_t> biases;

        std::int32_t sum(const std::int16_t* from, std::uint32_t k) const {
            const std::int16_t* row = weights.data() + std::size_t{k} * inputs;
            std::int32_t total = 0;
            for (std::uint32_t i = 0; i < inputs; ++i) total += from[i] * row[i];
            return total + biases[k];
        }
    };

    template <class T>
    static T number(std::string_view& bytes) {
        if (bytes.size() < sizeof(T)) throw Refusal("this network ends too early");
        std::make_unsigned_t<T> found = 0;
        for (std::size_t i = 0; i < sizeof(T); ++i)
            found = static_cast<std::make_unsigned_t<T>>(
                found | std::make_unsigned_t<T>{static_cast<std::uint8_t>(bytes[i])} << 8 * i);
        bytes.remove_prefix(sizeof(T));
        return static_cast<T>(found);
    }

    std::vector<Layer> layers_;
};

// e^(-x / 1000) in units of 2^-32, for x from 0 up; in whole numbers, so that every machine gets the same.
inline std::uint64_t decay(std::int64_t x) {
    static constexpr auto STEPS = [] {
        std::array<std::uint64_t, 64> steps{};
        std::uint64_t step = 1ull << 32;
        for (auto& each : steps) {
            each = step;
            step = step * 4248701965ull >> 32;  // 2^(32 - 1/64)
        }
        return steps;
    }();
    const std::int64_t halvings = x * 96818 >> 20;  // 64 / (1000 ln 2) a unit: 64ths of a halving
    return halvings >= 31 * 64 ? 1 : STEPS[halvings % 64] >> halvings / 64;
}

// The networks loaded by the caller, by name. The core reads no files.
class Networks {
public:
    static void keep(std::string name, std::string_view bytes) {
        auto network = std::make_shared<const Network>(bytes);
        const std::lock_guard lock(mutex());
        all()[std::move(name)] = std::move(network);
    }
    static std::shared_ptr<const Network> find(const std::string& name, std::size_t inputs) {
        const std::lock_guard lock(mutex());
        const auto found = all().find(name);
        if (found == all().end()) throw Refusal("there is no network " + name);
        if (found->second->inputs() != inputs) throw Refusal("the network " + name + " is for other inputs");
        return found->second;
    }

private:
    static std::mutex& mutex() {
        static std::mutex mutex;
        return mutex;
    }
    static std::map<std::string, std::shared_ptr<const Network>>& all() {
        static std::map<std::string, std::shared_ptr<const Network>> all;
        return all;
    }
};

}  // namespace quincunx
