// SPDX-License-Identifier: Apache-2.0
// Random requests through catalog::ask: soak [COUNT [SEED [WRONG]]]; without a count, that of tests/support/counts.csv. None
// crashes or breaks an invariant, and memory stays where it was. Ends with how many were answered, infeasible and refused, and the
// question that was answered least; one that does not end is told when the program is asked to stop, one that aborts as it does.
#include <malloc.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>

#include "requests.hpp"
#include "scaling_limits/published/presets.hpp"
#include "support/counts.hpp"
#include "violations.hpp"

namespace {

using namespace scaling_limits;

long kilobytes_in_use() { return static_cast<long>(mallinfo2().uordblks / 1024); }

/// The request that is under way, for who waits for it.
std::string asked;
void give_up(int) {
  constexpr std::string_view why = "stopped at: ";
  (void)!write(STDERR_FILENO, why.data(), why.size());
  (void)!write(STDERR_FILENO, asked.data(), asked.size());
  _exit(2);
}

}  // namespace

int main(int argc, char** argv) {
  const auto number = [&](int at, double usual) { return argc > at ? std::atof(argv[at]) : usual; };
  const auto count = argc > 1 ? static_cast<std::uint64_t>(std::atof(argv[1])) : testing::draws("requests");
  const auto seed = static_cast<std::uint64_t>(number(2, 1));
  constexpr long more_memory = 8192;  // [kB] beyond what was there after the first tenth

  published::register_presets();
  catalog::register_calibrate();
  catalog::register_written();
  if (const std::string unsaid = testing::Requests::unsaid(); !unsaid.empty()) {
    std::printf("nothing says what these look like:%s\n", unsaid.c_str());
    return 1;
  }
  for (const int stop : {SIGTERM, SIGINT, SIGABRT}) std::signal(stop, give_up);
  std::uint64_t outcomes[3] = {}, faults = 0;
  std::map<std::string, std::uint64_t> by_fault, answers;
  for (const catalog::Question& q : catalog::questions()) answers[q.kind.name] = 0;
  long at_start = 0;
  for (std::uint64_t i = 0; i < count; ++i) {
    testing::Draw draw(seed * 1000003 + i);
    testing::Requests requests(draw, number(3, 0.01));
    const catalog::Value request = requests.next();
    asked = catalog::to_json(request);
    const std::string& text = asked;
    const std::string reply = catalog::ask(text);
    const auto fault = [&](const std::string& what) {
      if (++by_fault[what.substr(0, 60)] <= 3)
        std::printf("request %llu: %s\n  %s\n  %s\n", static_cast<unsigned long long>(i), what.c_str(),
                    text.substr(0, 2000).c_str(), reply.substr(0, 2000).c_str());
      ++faults;
    };
    const catalog::Value said = catalog::from_json(reply);
    const testing::Outcome outcome = testing::outcome_of(said);
    ++outcomes[static_cast<int>(outcome)];
    if (outcome == testing::Outcome::answered) ++answers[*said.map()->find("question")->text()];
    if (const std::string wrong = testing::violation(request, said); !wrong.empty()) fault(wrong);
    else if (draw.chance(0.1)) {
      if (const std::string differs = testing::violation_of_forms(request, said); !differs.empty()) fault(differs);
      if (const std::string longer = testing::violation_of_length(request, draw); !longer.empty()) fault(longer);
      if (const std::string goes_on = testing::violation_of_stopping(request, said, draw); !goes_on.empty()) fault(goes_on);
      if (const std::string worse = testing::violation_of_effects(request, said, draw); !worse.empty()) fault(worse);
    }
    if (i == count / 10) at_start = kilobytes_in_use();
  }
  const long grown = kilobytes_in_use() - at_start;
  std::printf("%llu requests: %llu answered, %llu infeasible, %llu refused; %llu faults\n",
              static_cast<unsigned long long>(count), static_cast<unsigned long long>(outcomes[1]),
              static_cast<unsigned long long>(outcomes[2]), static_cast<unsigned long long>(outcomes[0]),
              static_cast<unsigned long long>(faults));
  for (const auto& [what, times] : by_fault) std::printf("  %llu x %s\n", static_cast<unsigned long long>(times), what.c_str());
  const auto rarest =
      std::min_element(answers.begin(), answers.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
  std::printf("answered least: %s, %llu times\n", rarest->first.c_str(), static_cast<unsigned long long>(rarest->second));
  std::printf("memory grew by %ld kB after the first tenth\n", grown);
  return faults > 0 || grown > more_memory;
}
