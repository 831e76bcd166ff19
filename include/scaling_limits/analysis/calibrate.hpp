// SPDX-License-Identifier: Apache-2.0
// Four constants of a machine from its own measured steps: achieved_flops, attention_flops, memory_bandwidth, operation_time.
// Damped least squares in x = ln(constant/guess), n rows, exact derivatives:
//
//   sum over rows of (ln(modelled/measured)/noise)^2 + sum of (x/prior)^2  ->  least
//
//   covariance    (J'J/noise^2 + I/prior^2)^-1 u of the logarithms, J = d ln modelled/dx,
//                 u = max(1, sum of (ln(modelled/measured)/noise)^2/(n - 4)) where n > 4, else 1
//   interval      constant x exp(-+ q sd): q of Student's t with n - 4 degrees where u > 1, else of the normal
//   next          what raises ln det(J'J/(noise^2 u) + I/prior^2) most, then the next given it
//
// So a row moves what it informs and leaves the rest at the guess. Assumed form; steps of 17 machines and formats agree.
#pragma once
#include "../version.hpp"

#include <Eigen/Cholesky>
#include <boost/math/distributions/students_t.hpp>
#include <span>

#include "../core/dual.hpp"
#include "../numeric/lifted.hpp"
#include "../numeric/quiet_policy.hpp"
#include "../parallelism/step.hpp"

namespace scaling_limits::analysis {

/// A step that was measured, or that could be: then time is not given.
struct MeasuredStep {
  workload::TransformerShape<> shape{};
  parallelism::Layout layout{};
  double batch_tokens = NaN;  // all replicas together
  double time = NaN;          // [s]
  double memory = NaN;        // [B] that the fullest GPU took; the fit does not look at it
  std::string id{}, set{}, machine{};
  parallelism::StepOptions options{};
};

struct CalibrateOptions {
  double noise = 0.03;
  double prior = 0.3;
};

/// Standard deviations of logarithms: a squared ratio of two is one that matrices of doubles can be solved with.
inline constexpr Range deviation{.lower = 1e-6, .upper = 10, .share = true};

constexpr auto fields(const CalibrateOptions*) {
  using O = CalibrateOptions;
  return std::to_array<Field<O, double>>({
      {"noise", &O::noise, "1", deviation,
       "of a measured time, standard deviation of its logarithm; more where the rows say so",
       usually(0.01, 0.1, "0.02 to 0.06 in published rows")},
      {"prior", &O::prior, "1", deviation, "how far the guess may be off, standard deviation of the logarithm of each constant",
       usually(0.1, 1)},
  });
}
static_assert(table_is_complete<CalibrateOptions>, "CalibrateOptions: a member without its row, or a row without its member");

/// What is fitted: these rows of the chip's table.
inline constexpr std::array<std::string_view, 4> machine_constants{"achieved_flops", "attention_flops", "memory_bandwidth",
                                                                   "operation_time"};

/// The place of a constant among the four.
inline std::size_t machine_constant(std::string_view name) {
  const auto at = std::find(machine_constants.begin(), machine_constants.end(), name);
  if (at != machine_constants.end()) return static_cast<std::size_t>(at - machine_constants.begin());
  std::string text = "calibrate: " + in_quotes(name) + " must be one of";
  for (const std::string_view one : machine_constants) text.append(one == machine_constants[0] ? " " : ", ").append(one);
  throw InvalidArgument(text, "name", name);
}

/// What a refusal calls a step of a list: by its id, or its place.
inline std::string step_name(std::string_view list, const MeasuredStep& step, std::size_t place) {
  return step.id.empty() ? std::string(list) + "[" + std::to_string(place) + "]" : "row " + in_quotes(step.id);
}

/// What a machine's steps say of it.
struct Calibration {
  workload::Chip<> chip{};                                      // with the constants found
  network::Fabric<> fabric{};                                   // of the rows
  Eigen::Matrix4d covariance = Eigen::Matrix4d::Zero();         // of the logarithms, in the order of machine_constants
  Eigen::Matrix4d information = Eigen::Matrix4d::Identity();    // of rows and prior at the noise found
  std::vector<double> modelled{}, modelled_memory{}, errors{};  // of each row: [s], [B], modelled/measured - 1
  double mean_error = NaN, worst_error = NaN;                   // of their sizes
  double noise = NaN;                                           // the larger of given and found
  double degrees = inf;                                         // of freedom, where the rows say the noise; else inf
  bool settled{};                                               // whether the fit came to rest
  std::string note{};                                           // what to know of it

  /// That holds a constant of machine_constants with that probability.
  std::array<double, 2> interval(std::string_view name, double level = 0.9) const;
  /// Places of the candidates, the most telling first; their times are not looked at.
  std::vector<std::size_t> next(std::span<const MeasuredStep> candidates) const;
};

namespace detail {

/// The member of a chip that a constant is.
template <class S>
S& constant_of(workload::Chip<S>& chip, std::size_t place) {
  return chip.*fields_of<workload::Chip<S>>[index_of<workload::Chip<S>>(machine_constants[place])].member;
}

/// A step over any four constants, with its derivatives; what does not depend on them is kept.
class ModelledStep {
 public:
  struct At {
    double time = NaN, log_time = NaN, memory = NaN;
    Eigen::Vector4d slopes = Eigen::Vector4d::Zero();  // d ln time/d ln constant
  };

  /// @throws InvalidArgument, DomainError where the step cannot be: with its name and the reason
  ModelledStep(const MeasuredStep& row, std::string name, const workload::Chip<>& chip, const network::Fabric<>& fabric)
      : name_(std::move(name)),
        shape_(converted<workload::TransformerShape, S>(row.shape)),
        fabric_(converted<network::Fabric, S>(fabric)),
        layout_(row.layout),
        batch_tokens_(row.batch_tokens),
        options_(row.options) {
    const std::string text = "calibrate: " + name_ + ": ";
    try {
      const auto step = parallelism::step(row.shape, layout_, unlimited(chip), fabric, batch_tokens_, options_);
      if (!step.fits) throw InvalidArgument(text + step.note, "rows");
    } catch (const DomainError& error) {
      throw DomainError(text + error.what(), "rows", error.value);
    } catch (const InvalidArgument& error) {
      if (error.parameter == "rows") throw;
      throw InvalidArgument(text + error.what(), "rows", error.given);
    }
  }

  At at(const workload::Chip<>& chip) const {
    At found;
    for (std::size_t k = 0; k < machine_constants.size(); ++k) {
      workload::Chip<S> moved = converted<workload::Chip, S>(unlimited(chip));
      S& constant = constant_of(moved, k);
      constant.slope = constant.value;
      const auto step = parallelism::step(shape_, layout_, moved, fabric_, S(batch_tokens_), options_);
      found.time = step.time.value, found.log_time = std::log(step.time.value), found.memory = step.memory_per_gpu.value;
      found.slopes[static_cast<Eigen::Index>(k)] = step.time.slope / step.time.value;
    }
    return found;
  }

 private:
  using S = dual<double>;
  /// A row that ran fits, whatever the model says of its memory.
  static workload::Chip<> unlimited(workload::Chip<> chip) {
    chip.memory_bytes = inf;
    return chip;
  }

  std::string name_;
  workload::TransformerShape<S> shape_;
  network::Fabric<S> fabric_;
  parallelism::Layout layout_;
  double batch_tokens_;
  parallelism::StepOptions options_;
};

inline std::vector<ModelledStep> modelled_steps(std::string_view list, std::span<const MeasuredStep> rows,
                                                const workload::Chip<>& chip, const network::Fabric<>& fabric) {
  std::vector<ModelledStep> all;
  all.reserve(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) all.emplace_back(rows[i], step_name(list, rows[i], i), chip, fabric);
  return all;
}

/// The fit at x: what is to be made least, half its gradient, the matrix of the linear problem.
struct FitAt {
  Eigen::Vector4d x = Eigen::Vector4d::Zero(), gradient = Eigen::Vector4d::Zero();
  Eigen::Matrix4d matrix = Eigen::Matrix4d::Zero();  // J'J/noise^2 + I/prior^2
  double rows = 0;                                   // sum of their squares
  double sum = inf;                                  // with those of the prior
  workload::Chip<> chip{};
  std::vector<ModelledStep::At> modelled{};
};

inline FitAt fit_at(const Eigen::Vector4d& x, const workload::Chip<>& guess, std::span<const ModelledStep> steps,
                    std::span<const MeasuredStep> rows, const CalibrateOptions& options) {
  FitAt at;
  at.x = x, at.chip = guess;
  for (std::size_t k = 0; k < machine_constants.size(); ++k)
    if (double& constant = constant_of(at.chip, k); !positive.holds(constant *= std::exp(x[static_cast<Eigen::Index>(k)])))
      return at;  // beyond what numbers hold
  at.matrix = Eigen::Matrix4d::Identity() / square(options.prior);
  at.gradient = x / square(options.prior);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ModelledStep::At& row = at.modelled.emplace_back(steps[i].at(at.chip));
    const double residual = (row.log_time - std::log(rows[i].time)) / options.noise;
    const Eigen::Vector4d slopes = row.slopes / options.noise;
    at.matrix += slopes * slopes.transpose();
    at.gradient += residual * slopes;
    at.rows += square(residual);
  }
  at.sum = at.rows + x.squaredNorm() / square(options.prior);
  return at;
}

/// What is left of two gradients on the sides of a bend: the least that lies between them, in the measure of the problem. Where
/// it is nothing, neither side leads down. The first where nothing between them is less.
inline Eigen::Vector4d between(const Eigen::Vector4d& a, const Eigen::Vector4d& b, const Eigen::LDLT<Eigen::Matrix4d>& solver) {
  const Eigen::Vector4d apart = a - b, across = solver.solve(apart);
  const double share = -b.dot(across) / apart.dot(across);
  return share > 0 && share < 1 ? Eigen::Vector4d(b + share * apart) : a;
}

/// Gauss and Newton, damped: from the guess downhill, each step no longer than it leads down. The prior keeps the problem from
/// being singular. The model bends where an exchange grows as long as the pass beside it, or another stage becomes the slowest:
/// a step ends there, and the next goes along the bend.
inline FitAt least_squares(const workload::Chip<>& guess, std::span<const ModelledStep> steps,
                           std::span<const MeasuredStep> rows, const CalibrateOptions& options, bool& settled) {
  constexpr int most_steps = 100;
  constexpr double to_rest = 1e-12, halved_to = 1e-10, flat = 0.1, nothing = 1e-6;  // of a sum that one noise raises by 1
  const auto at = [&](const Eigen::Vector4d& x) { return fit_at(x, guess, steps, rows, options); };
  FitAt best = at(Eigen::Vector4d::Zero());
  Eigen::Vector4d pull = best.gradient;
  settled = false;
  for (int k = 0; k < most_steps; ++k) {
    const Eigen::LDLT<Eigen::Matrix4d> solver(best.matrix);
    const Eigen::Vector4d step = -solver.solve(pull);
    const double length = step.lpNorm<Eigen::Infinity>(), slope = pull.dot(step);
    const bool bent = pull != best.gradient;
    settled = -slope <= nothing * (1 + best.sum);
    if (length <= to_rest || (bent && settled) || length != length) break;
    FitAt next = at(best.x + step);
    if (next.sum <= best.sum) {
      best = std::move(next), pull = best.gradient;
      continue;
    }
    // too far, or across a bend: halved until it leads down and no further. A constant beyond what numbers hold is too far
    FitAt low = best;
    bool enough = false;
    for (double from = 0, to = 1; !enough && (to - from) * length > halved_to;) {
      const double middle = (from + to) / 2;
      FitAt tried = at(best.x + middle * step);
      const double there = tried.gradient.dot(step);
      const bool down = tried.sum <= best.sum;
      enough = down && std::fabs(there) <= -flat * slope;
      if (enough || (down && there < 0)) low = std::move(tried), from = middle;
      else next = std::move(tried), to = middle;
    }
    const Eigen::Vector4d then = enough ? low.gradient : between(low.gradient, next.gradient, solver);
    if (low.x == best.x && then == pull) break;
    best = std::move(low), pull = then;
  }
  return best;
}

}  // namespace detail

inline std::array<double, 2> Calibration::interval(std::string_view name, double level) const {
  check("calibrate", "level", level, inner_fraction);
  const std::size_t place = machine_constant(name);
  // normal where degrees are unlimited
  const boost::math::students_t_distribution<double, numeric::quiet_policy> student(degrees);
  const auto k = static_cast<Eigen::Index>(place);
  const double reach = std::exp(boost::math::quantile(student, 0.5 + level / 2) * std::sqrt(covariance(k, k)));
  workload::Chip<> found = chip;
  const double value = detail::constant_of(found, place);
  return {value / reach, value * reach};
}

inline std::vector<std::size_t> Calibration::next(std::span<const MeasuredStep> candidates) const {
  const auto steps = detail::modelled_steps("candidates", candidates, chip, fabric);
  std::vector<Eigen::Vector4d> slopes;
  std::vector<std::size_t> left, order;
  for (const auto& step : steps) left.push_back(slopes.size()), slopes.push_back(step.at(chip).slopes / noise);
  Eigen::Matrix4d known = information;
  while (!left.empty()) {
    // det(A + s s') = det(A) (1 + s'A^-1 s): the most telling has the largest s'A^-1 s
    const Eigen::LDLT<Eigen::Matrix4d> solver(known);
    const auto tells = [&](std::size_t i) { return slopes[i].dot(solver.solve(slopes[i])); };
    auto most = left.begin();
    double best = tells(*most);
    for (auto one = left.begin() + 1; one != left.end(); ++one)
      if (const double told = tells(*one); told > best) best = told, most = one;
    known += slopes[*most] * slopes[*most].transpose();
    order.push_back(*most), left.erase(most);
  }
  return order;
}

/// @param rows measured steps of one machine, framework and number format: time given, each with its options
/// @param guess peak_flops and all four constants; its memory is not looked at
/// @throws InvalidArgument for no rows, or one that cannot be (its id, the reason); DomainError for a time, a constant, noise
/// or prior out of range
inline Calibration calibrate(std::span<const MeasuredStep> rows, const workload::Chip<>& guess, const network::Fabric<>& fabric,
                             const CalibrateOptions& options = {}) {
  scaling_limits::validate(options, "calibrate");
  scaling_limits::validate(guess, "calibrate: guess");
  scaling_limits::validate(fabric, "calibrate: fabric");
  workload::Chip<> start = guess;
  for (std::size_t k = 0; k < machine_constants.size(); ++k) {
    const auto& field = fields_of<workload::Chip<>>[index_of<workload::Chip<>>(machine_constants[k])];
    check("calibrate: guess", field.name, detail::constant_of(start, k), positive, field.unit);
  }
  if (rows.empty()) throw InvalidArgument("calibrate: rows must hold one measured step at least", "rows");
  for (std::size_t i = 0; i < rows.size(); ++i)
    check("calibrate: " + step_name("rows", rows[i], i), "time", rows[i].time, positive, "s");
  const auto steps = detail::modelled_steps("rows", rows, guess, fabric);

  Calibration found;
  const detail::FitAt fit = detail::least_squares(guess, steps, rows, options, found.settled);
  found.chip = fit.chip, found.fabric = fabric;
  const auto n = static_cast<double>(rows.size()), constants = static_cast<double>(machine_constants.size());
  const double excess = n > constants ? larger(1., fit.rows / (n - constants)) : 1;
  if (excess > 1) found.degrees = n - constants;
  found.noise = options.noise * std::sqrt(excess);
  const Eigen::Matrix4d no_rows = Eigen::Matrix4d::Identity() / square(options.prior);
  const Eigen::Matrix4d inverse = fit.matrix.ldlt().solve(Eigen::Matrix4d::Identity());
  found.covariance = (inverse + inverse.transpose()) * (excess / 2);  // as symmetric as it is
  found.information = (fit.matrix - no_rows) / excess + no_rows;
  double sum = 0, worst = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double log_ratio = fit.modelled[i].log_time - std::log(rows[i].time);
    found.modelled.push_back(fit.modelled[i].time);
    found.modelled_memory.push_back(fit.modelled[i].memory);
    found.errors.push_back(std::expm1(log_ratio));
    sum += std::fabs(found.errors.back()), worst = larger(worst, std::fabs(found.errors.back()));
  }
  found.mean_error = sum / n, found.worst_error = worst;
  if (!found.settled) found.note = "the fit did not come to rest";
  for (const auto rate : {&workload::Chip<>::achieved_flops, &workload::Chip<>::attention_flops})
    if (found.chip.*rate > found.chip.peak_flops && found.note.find("peak") == found.note.npos)
      found.note += std::string(found.note.empty() ? "" : "; ") + "a rate above peak_flops: look at times, units and formats";
  return found;
}

}  // namespace scaling_limits::analysis
