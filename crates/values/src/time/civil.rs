//! Days of the calendar.

/// A moment, taken apart. The year is astronomical: 0 is 1 BC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Civil {
    pub year: i128,
    pub month: u32,
    pub day: u32,
    pub hour: u32,
    pub minute: u32,
    pub second: u32,
    pub nanos: u32,
    /// Days since 1970.
    pub days: i128,
}

const NANOS_PER_DAY: i128 = 86_400 * super::NANOS_PER_SECOND;

/// Days since 1970; a day beyond the month's end is one of the next month.
pub(super) fn days_of(year: i128, month: u32, day: u32) -> i128 {
    let month = i128::from(month);
    let shifted = if month <= 2 { year - 1 } else { year };
    let era = shifted.div_euclid(400);
    let year_of_era = shifted.rem_euclid(400);
    let day_of_year = (153 * ((month + 9) % 12) + 2) / 5 + i128::from(day) - 1;
    era * 146_097 + year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year - 719_468
}

impl Civil {
    pub(super) fn from_nanos(nanos: i128) -> Civil {
        let days = nanos.div_euclid(NANOS_PER_DAY);
        let in_day = nanos.rem_euclid(NANOS_PER_DAY);
        let shifted = days + 719_468;
        let era = shifted.div_euclid(146_097);
        let day_of_era = shifted.rem_euclid(146_097);
        let year_of_era = (day_of_era - day_of_era / 1_460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
        let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
        let shifted_month = (5 * day_of_year + 2) / 153;
        let small = |it: i128| u32::try_from(it).unwrap_or(0);
        let month = small(if shifted_month < 10 { shifted_month + 3 } else { shifted_month - 9 });
        let seconds = in_day / super::NANOS_PER_SECOND;
        Civil {
            year: year_of_era + era * 400 + i128::from(month <= 2),
            month,
            day: small(day_of_year - (153 * shifted_month + 2) / 5 + 1),
            hour: small(seconds / 3_600),
            minute: small(seconds / 60 % 60),
            second: small(seconds % 60),
            nanos: small(in_day % super::NANOS_PER_SECOND),
            days,
        }
    }

    /// Sunday is 0.
    pub(super) fn weekday(&self) -> u32 {
        u32::try_from((self.days + 4).rem_euclid(7)).unwrap_or(0)
    }

    /// The first is 1.
    pub(super) fn day_of_year(&self) -> u32 {
        u32::try_from(self.days - days_of(self.year, 1, 1) + 1).unwrap_or(1)
    }

    /// The year and week of ISO 8601.
    pub(super) fn iso_week(&self) -> (i128, u32) {
        let from_monday = (i128::from(self.weekday()) + 6) % 7;
        let thursday = Civil::from_nanos((self.days - from_monday + 3) * NANOS_PER_DAY);
        (thursday.year, (thursday.day_of_year() - 1) / 7 + 1)
    }

    /// The week of the year, when weeks begin on that day (0: Sunday).
    pub(super) fn week(&self, first: u32) -> u32 {
        (self.day_of_year() + 6 - (self.weekday() + 7 - first) % 7) / 7
    }
}

pub(super) const MONTHS: [&str; 12] =
    ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];

pub(super) const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
