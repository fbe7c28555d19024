//! Versions and their ranges.

use std::sync::{Arc, LazyLock};

use super::constructor::{Constructor, entry, is_true};
use issue::Issue;

use crate::Value;
use crate::version::{Version, VersionRange};

pub(super) fn version() -> &'static Constructor {
    static CONSTRUCTOR: LazyLock<Constructor> = LazyLock::new(|| {
        let whole =
            r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?";
        Constructor::new("new_Version")
            .alias("PositiveInteger", "Integer[0,default]")
            .alias("SemVerQualifier", r"Pattern[/\A(?<part>[0-9A-Za-z-]+)(?:\.\g<part>)*\Z/]")
            .alias("SemVerPattern", &format!(r"Pattern[/\A{whole}\Z/]"))
            .alias(
                "SemVerHash",
                "Struct[{major=>PositiveInteger,minor=>PositiveInteger,patch=>PositiveInteger,Optional[prerelease]=>SemVerQualifier,\
                 Optional[build]=>SemVerQualifier}]",
            )
            .overload(&["SemVerPattern str"], |arguments, _| {
                let text = arguments.first().and_then(Value::as_str).unwrap_or_default();
                Version::parse(text).map(made).map_err(Issue::from)
            })
            .overload(
                &[
                    "PositiveInteger major",
                    "PositiveInteger minor",
                    "PositiveInteger patch",
                    "SemVerQualifier prerelease?",
                    "SemVerQualifier build?",
                ],
                |arguments, _| Ok(of_parts([0, 1, 2, 3, 4].map(|index| arguments.get(index)))),
            )
            .overload(&["SemVerHash hash_args"], |arguments, _| {
                Ok(of_parts(["major", "minor", "patch", "prerelease", "build"].map(|key| entry(arguments, key))))
            })
            .refusing(&["String str"], |arguments| {
                let text = arguments.first().and_then(Value::as_str).unwrap_or_default();
                Ok(format!("The string '{text}' cannot be converted to a SemVer"))
            })
    });
    &CONSTRUCTOR
}

fn made(version: Version) -> Value {
    Value::Version(Arc::new(version))
}

fn of_parts([major, minor, patch, prerelease, build]: [Option<&Value>; 5]) -> Value {
    let number = |value: Option<&Value>| match value {
        Some(Value::Integer(it)) => u64::try_from(*it).unwrap_or(0),
        _ => 0,
    };
    // What is between points is not split.
    let qualifier = |value: Option<&Value>| value.and_then(Value::as_str).map(|it| vec![it.to_owned()]);
    made(Version {
        prerelease: qualifier(prerelease),
        build: qualifier(build),
        ..Version::new(number(major), number(minor), number(patch))
    })
}

pub(super) fn range() -> &'static Constructor {
    static CONSTRUCTOR: LazyLock<Constructor> = LazyLock::new(|| {
        Constructor::new("new_VersionRange")
            .alias("SemVerRangeString", "String[1]")
            .alias(
                "SemVerRangeHash",
                "Struct[{min=>Variant[Default,SemVer],Optional[max]=>Variant[Default,SemVer],Optional[exclude_max]=>Boolean}]",
            )
            .overload(&["SemVerRangeString str"], |arguments, _| {
                let text = arguments.first().and_then(Value::as_str).unwrap_or_default();
                VersionRange::parse(text).map(|it| Value::VersionRange(Arc::new(it))).map_err(Issue::from)
            })
            .overload(&["Variant[Default,SemVer] min", "Variant[Default,SemVer] max", "Boolean exclude_max?"], |arguments, _| {
                Ok(between(arguments.first(), arguments.get(1), is_true(arguments.get(2))))
            })
            .overload(&["SemVerRangeHash hash_args"], |arguments, _| {
                Ok(between(entry(arguments, "min"), entry(arguments, "max"), is_true(entry(arguments, "exclude_max"))))
            })
    });
    &CONSTRUCTOR
}

fn between(min: Option<&Value>, max: Option<&Value>, exclude_max: bool) -> Value {
    let bound = |value: Option<&Value>, default: Version| match value {
        Some(Value::Version(version)) => (**version).clone(),
        _ => default,
    };
    let range = VersionRange::between(&bound(min, Version::min()), &bound(max, Version::max()), exclude_max);
    Value::VersionRange(Arc::new(range))
}
