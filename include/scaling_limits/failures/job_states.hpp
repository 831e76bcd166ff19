// SPDX-License-Identifier: Apache-2.0
// How jobs end, in the words of those who write it down: one table for schedulers, orchestrators and public traces.
//
// A word is known whatever its case and punctuation ("NODE_FAIL", "NodeFail"), by what stands before a blank ("CANCELLED by
// 7"), and where it was cut off with a plus ("CANCELLE+"). What the table lacks is no state: who reads asks, counting nothing.
// Failures are of two kinds: what a program says of itself (its own mistakes end so, too), and what the machine did to it.
#pragma once
#include "../version.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "../core/words.hpp"

namespace scaling_limits::failures {

/// How an attempt to run a job ended, or that it goes on.
enum class Outcome { done, cancelled, timed_out, preempted, failed, machine_failed, running, waiting };
constexpr auto words(const Outcome*) {
  using enum Outcome;
  return std::to_array<Word<Outcome>>({{"done", done},
                                       {"cancelled", cancelled},  // somebody wanted it
                                       {"timed_out", timed_out},  // of the time that it had asked for
                                       {"preempted", preempted},  // another one took its place
                                       {"failed", failed},        // its program says so
                                       {"machine_failed", machine_failed},
                                       {"running", running},
                                       {"waiting", waiting}});  // it has not begun
}

/// Whether it is an interruption unless somebody says otherwise.
constexpr bool is_interruption(Outcome outcome) { return outcome == Outcome::failed || outcome == Outcome::machine_failed; }

namespace detail {

struct StateWords {
  Outcome outcome{};
  std::string_view words{};  // in lower case, letters and digits alone, with a blank on either side
};

// Slurm 25.05, "Job State Codes", with the short forms of squeue(1); Kubernetes 1.31, PodStatus, JobStatus, reasons of
// containers and disruptions; Kubeflow's and JobSet's conditions; IBM LSF, bjobs(1); Philly (Jeon et al., ATC 2019), Helios (Hu
// et al., SC 2021), AcmeTrace (Hu et al., NSDI 2024), Alibaba PAI (Weng et al., NSDI 2022).
inline constexpr auto state_words = std::to_array<StateWords>({
    {Outcome::done, " completed complete cd succeeded success successful pass passed terminated done finished ok "},
    {Outcome::cancelled, " cancelled canceled ca revoked rv killed aborted deleted "},
    {Outcome::timed_out, " timedout timeout to timelimit deadline dl deadlineexceeded "},
    {Outcome::preempted, " preempted pr preempting preemptionbyscheduler requeued rq requeuehold rh requeuefed rf "},
    {Outcome::failed,
     " failed f fail failure error exit crashed specialexit se backofflimitexceeded podfailurepolicy containercannotrun"
     " starterror restarting "},
    {Outcome::machine_failed,
     " machinefailed nodefail nf nodefailure bootfail bf launchfailed outofmemory oom oomkilled reconfigfail evicted nodelost"
     " nodeshutdown nodenotready nodeaffinity unexpectedadmissionerror deletionbytaintmanager deletionbypodgc"
     " evictionbyevictionapi terminationbykubelet disruptiontarget oomkilling systemoom taintmanagereviction "},
    {Outcome::running, " running r run active completing cg suspended s stopped st resizing rs signaling si stageout so "},
    {Outcome::waiting, " waiting pending pd pend queued configuring cf created resvdelhold rd poweringup "},
});

/// What Slurm's accounting database holds instead, by number: enum job_states of slurm.h, whose flags lie above the low byte.
inline constexpr auto slurm_states =
    std::to_array<std::string_view>({"PENDING", "RUNNING", "SUSPENDED", "COMPLETED", "CANCELLED", "FAILED", "TIMEOUT",
                                     "NODE_FAIL", "PREEMPTED", "BOOT_FAIL", "DEADLINE", "OUT_OF_MEMORY"});

inline std::string plain_word(std::string_view text) {
  std::string plain;
  for (const char c : text) {
    if (c >= 'A' && c <= 'Z') plain += static_cast<char>(c - 'A' + 'a');
    else if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) plain += c;
  }
  return plain;
}

}  // namespace detail

/// The outcome that a word says; nothing where it is none that is known.
inline std::optional<Outcome> outcome_of(std::string_view text) {
  text.remove_prefix((std::min)(text.find_first_not_of(' '), text.size()));
  text = text.substr(0, text.find_last_not_of(' ') + 1);
  // what is known of words that begin so, where all of them agree
  const auto known = [](std::string_view begin, std::string_view end) -> std::optional<Outcome> {
    const std::string plain = " " + detail::plain_word(begin) + std::string(end);
    std::optional<Outcome> found;
    for (const auto& [outcome, words] : detail::state_words) {
      if (plain.size() < 2 || words.find(plain) == words.npos) continue;
      if (found) return {};
      found = outcome;
    }
    return found;
  };
  if (const auto whole = known(text, " ")) return whole;
  const std::string_view first = text.substr(0, text.find(' '));
  return first.size() > 3 && first.back() == '+' ? known(first, "")
         : first.size() < text.size()            ? known(first, " ")
                                                 : std::nullopt;
}

/// The name that Slurm's commands print for a number of its accounting database; empty where there is none.
constexpr std::string_view slurm_state(double code) {
  if (!(code >= 0 && code < 0x1p32) || code != static_cast<double>(static_cast<unsigned long long>(code))) return {};
  const auto base = static_cast<std::size_t>(static_cast<unsigned long long>(code) & 0xff);
  return base < detail::slurm_states.size() ? detail::slurm_states[base] : std::string_view();
}

}  // namespace scaling_limits::failures
