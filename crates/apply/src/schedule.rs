//! Decides whether a schedule allows a resource now.

use jiff::{Timestamp, Zoned};
use providers::Subject;

const HOUR: i64 = 3600;
const DAY: i64 = 24 * HOUR;

/// Whether a resource on a schedule may be applied now, if it was checked last at that time.
pub fn matches(schedule: &Subject, previous: Option<Timestamp>, now: &Zoned) -> bool {
    let previous = previous.unwrap_or(Timestamp::UNIX_EPOCH);
    let ranges = ranges(schedule);
    if !ranges.is_empty() {
        if !ranges.iter().any(|it| in_range(schedule, *it, now)) {
            return false;
        }
    } else if !on_weekday(schedule, i64::from(now.weekday().to_sunday_zero_offset())) {
        return false;
    }
    period(schedule, previous, now)
}

fn period(schedule: &Subject, previous: Timestamp, now: &Zoned) -> bool {
    // Those that are always there have no parameters of their own in a catalog.
    let (default, default_repeat) = match schedule.title.as_str() {
        _ if schedule.value("period").is_some() || schedule.parameters.keys().any(|it| it != "name") => (None, 1),
        "puppet" => (Some("hourly"), 2),
        title => (Some(title), 1),
    };
    let given = schedule.text("period");
    let Some(period) = given.as_deref().or(default) else { return true };
    let repeat = schedule.text("repeat").and_then(|it| it.parse().ok()).unwrap_or(default_repeat).max(1);
    if schedule.text("periodmatch").as_deref() == Some("number") {
        let then = previous.to_zoned(now.time_zone().clone());
        return match period {
            "hourly" => then.hour() != now.hour(),
            "daily" => then.day() != now.day(),
            "monthly" => then.month() != now.month(),
            "weekly" => {
                let weekday = |it: &Zoned| it.weekday().to_sunday_zero_offset();
                weekday(&then) > weekday(now) || now.timestamp().as_second() - previous.as_second() > 7 * DAY
            }
            _ => false,
        };
    }
    let length = match period {
        "hourly" => HOUR,
        "daily" => DAY,
        "weekly" => 7 * DAY,
        "monthly" => 30 * DAY,
        _ => return false,
    };
    now.timestamp().as_second() - previous.as_second() >= length / repeat
}

/// Seconds of the day from which and to which it holds.
fn ranges(schedule: &Subject) -> Vec<(i64, i64)> {
    schedule
        .texts("range")
        .iter()
        .filter_map(|it| {
            let (from, to) = it.split_once('-')?;
            Some((clock(from)?, clock(to)?))
        })
        .collect()
}

fn clock(text: &str) -> Option<i64> {
    let mut seconds = 0;
    let mut unit = HOUR;
    for part in text.trim().split(':') {
        seconds += part.trim().parse::<i64>().ok()?.checked_mul(unit)?;
        unit /= 60;
    }
    Some(seconds)
}

fn in_range(schedule: &Subject, (from, to): (i64, i64), now: &Zoned) -> bool {
    let time = i64::from(now.hour()) * HOUR + i64::from(now.minute()) * 60 + i64::from(now.second());
    let today = i64::from(now.weekday().to_sunday_zero_offset());
    if from < to {
        return (from..=to).contains(&time) && on_weekday(schedule, today);
    }
    // It goes over midnight: the day on which it began counts.
    if time >= from { on_weekday(schedule, today) } else { time <= to && on_weekday(schedule, (today + 6) % 7) }
}

fn on_weekday(schedule: &Subject, day: i64) -> bool {
    let days = schedule.texts("weekday");
    const NAMES: [&str; 7] = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];
    days.is_empty()
        || days.iter().any(|it| {
            it.parse::<i64>().ok() == Some(day)
                || usize::try_from(day).ok().and_then(|day| NAMES.get(day)).is_some_and(|name| it.to_lowercase().starts_with(name))
        })
}
