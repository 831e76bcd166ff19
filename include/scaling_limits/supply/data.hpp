// SPDX-License-Identifier: Apache-2.0
// Tokens that there are to train on: text, images, video and audio in tokens, all growing r a year, of which a share is good
// enough and is read so many times over: D = (text + images v + video v + audio v_a) r^t quality epochs.
//
// An epoch more counts as so many tokens more (workload/ says how fast that stops being true). Before the start: NaN.
// Source: Epoch AI, "Can AI scaling continue through 2030?", 2024, "Data scarcity".
#pragma once
#include "../version.hpp"

#include "../core/dual.hpp"
#include "../core/fields.hpp"

namespace scaling_limits::supply {

template <class S = double>
struct Data {
  S text = S(NaN);
  S images = S(0);
  S video = S(0);
  S audio = S(0);
  S tokens_per_image = S(22);
  S tokens_per_audio_second = S(23);
  S growth = S(1);
  S quality = S(1);
  S epochs = S(1);

  /// Effective tokens.
  template <class Y, Scalar T = promote_t<Y, S>>
  T available(const Y& years) const {
    if (!(value_of(years) >= 0 && in_range(*this))) return T(NaN);
    const T tokens = T(text) + (T(images) + T(video)) * T(tokens_per_image) + T(audio) * T(tokens_per_audio_second);
    return tokens * raised(T(growth), T(years)) * T(quality) * T(epochs);
  }
};

template <class S>
constexpr auto fields(const Data<S>*) {
  using D = Data<S>;
  return std::to_array<Field<D, S>>({
      {"text", &D::text, "1", not_negative, "tokens of text in the start year",
       usually(1.3e14, 2.1e15, "Epoch 2024, the indexed web, 10 to 90 %"), Effect::help},
      {"images", &D::images, "1", not_negative, "images in the start year", usually(5e12, 2e13, "Epoch 2024, 10 to 90 %"),
       Effect::help},
      {"video", &D::video, "1", not_negative, "seconds of video in the start year, each worth an image",
       usually(4.31e12, 1.73e13, "Epoch 2024, 10 to 90 %"), Effect::help},
      {"audio", &D::audio, "s", not_negative, "seconds of audio in the start year",
       usually(4e11, 1.6e12, "Epoch 2024, 10 to 90 %"), Effect::help},
      {"tokens_per_image", &D::tokens_per_image, "1", not_negative, "of an image, and of a second of video",
       usually(2, 290, "Epoch 2024, 10 to 90 %"), Effect::help},
      {"tokens_per_audio_second", &D::tokens_per_audio_second, "1/s", not_negative, "of a second of audio",
       usually(2, 280, "Epoch 2024, 10 to 90 %"), Effect::help},
      {"growth", &D::growth, "1", positive, "factor per year of all of it", usually(1.03, 1.1, "Epoch 2024, 10 to 90 %"),
       Effect::help},
      {"quality", &D::quality, "1", closed_fraction, "share that is good enough", usually(.1, .4, "Epoch 2024, 10 to 90 %"),
       Effect::help},
      {"epochs", &D::epochs, "1", positive, "times it is read", usually(3, 15, "Epoch 2024, 10 to 90 %"), Effect::help},
  });
}
static_assert(table_is_complete<Data<>>, "Data: a member without its row, or a row without its member");

}  // namespace scaling_limits::supply
