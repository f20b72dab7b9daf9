import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { callFunction, checkFunctionCases } from "../function-cases.suite.ts";

const noon = "2021-01-08T18:35:00.0000000";
const early = "2018-03-05T05:00:00.0000000";
const late = "2019-02-04T16:00:00.0000000";
const fine = "2016-05-29T08:30:00.1301617";

describe("date and time functions", () => {
  checkFunctionCases([
    ["DATETIMEADD", ["yyyy", 1, "2020-07-03T00:00:00.0000000"], "2021-07-03T00:00:00.0000000Z"],
    ["DATETIMEADD", ["mm", -1, "2020-07-03"], "2020-06-03T00:00:00.0000000Z"],
    ["DATETIMEADD", ["month", 1, "2020-01-31"], "2020-02-29T00:00:00.0000000Z"],
    ["DATETIMEADD", ["yy", -1, "2020-02-29"], "2019-02-28T00:00:00.0000000Z"],
    ["DATETIMEADD", ["m", -14, "2020-01-31"], "2018-11-30T00:00:00.0000000Z"],
    ["DATETIMEADD", ["dd", 1, "2020-12-31"], "2021-01-01T00:00:00.0000000Z"],
    ["DATETIMEADD", ["hh", -1, "2020-07-03"], "2020-07-02T23:00:00.0000000Z"],
    ["DATETIMEADD", ["ss", -25, "2020-07-03"], "2020-07-02T23:59:35.0000000Z"],
    ["DATETIMEADD", ["mcs", 1, "2020-07-03"], "2020-07-03T00:00:00.0000010Z"],
    ["DATETIMEADD", ["ns", 250, "2020-07-03"], "2020-07-03T00:00:00.0000002Z"],
    ["DATETIMEADD", ["ns", -100, "2020-07-03"], "2020-07-02T23:59:59.9999999Z"],
    ["DATETIMEADD", ["dd", 1.5, "2020-07-03"], undefined],
    ["DATETIMEADD", ["dd", 1e300, "2020-07-03"], undefined],
    ["DATETIMEADD", ["yyyy", 9000, "2020-07-03"], undefined],
    ["DATETIMEADD", ["week", 1, "2020-07-03"], undefined],
    ["DATETIMEADD", ["dd", 1, "yesterday"], undefined],
    ["DATETIMEBIN", [noon, "dd"], "2021-01-08T00:00:00.0000000Z"],
    ["DATETIMEBIN", [noon, "hh"], "2021-01-08T18:00:00.0000000Z"],
    ["DATETIMEBIN", [noon, "ss"], "2021-01-08T18:35:00.0000000Z"],
    ["DATETIMEBIN", [noon, "hh", 5], "2021-01-08T15:00:00.0000000Z"],
    ["DATETIMEBIN", [noon, "dd", 7], "2021-01-07T00:00:00.0000000Z"],
    ["DATETIMEBIN", [noon, "dd", 7, "1601-01-01T00:00:00.0000000"], "2021-01-04T00:00:00.0000000Z"],
    ["DATETIMEBIN", [noon, "yyyy", 10], "2020-01-01T00:00:00.0000000Z"],
    ["DATETIMEBIN", [noon, "mm", 1, "2020-01-15"], "2020-12-15T00:00:00.0000000Z"],
    ["DATETIMEBIN", ["1969-12-31T23:00:00", "mm", 3], "1969-10-01T00:00:00.0000000Z"],
    ["DATETIMEBIN", ["1969-12-31T23:00:00", "dd", 7], "1969-12-25T00:00:00.0000000Z"],
    ["DATETIMEBIN", [fine, "ms", 7], "2016-05-29T08:30:00.1260000Z"],
    ["DATETIMEBIN", [fine, "dd", 30_000], "1970-01-01T00:00:00.0000000Z"],
    ["DATETIMEBIN", [fine, "hh", 300_001], "2004-03-23T01:00:00.0000000Z"],
    ["DATETIMEBIN", [fine, "ns", 50], "2016-05-29T08:30:00.1301617Z"],
    ["DATETIMEBIN", [noon, "dd", 0], undefined],
    ["DATETIMEBIN", [noon, "dd", -1], undefined],
    ["DATETIMEBIN", [noon, "dd", 1.5], undefined],
    ["DATETIMEBIN", [noon, "dd", 7, "1600-12-31"], undefined],
    ["DATETIMEBIN", [noon, "dd", undefined], undefined],
    ["DATETIMEDIFF", ["yyyy", late, early], -1],
    ["DATETIMEDIFF", ["mm", late, early], -11],
    ["DATETIMEDIFF", ["dd", late, early], -336],
    ["DATETIMEDIFF", ["hh", late, early], -8075],
    ["DATETIMEDIFF", ["ss", late, early], -29070000],
    ["DATETIMEDIFF", ["hh", early, late], 8075],
    ["DATETIMEDIFF", ["yyyy", "2020-12-31T23:59:59", "2021-01-01"], 1],
    ["DATETIMEDIFF", ["ms", "2020-12-31T23:59:59.9999999", "2021-01-01"], 1],
    ["DATETIMEDIFF", ["ns", "2020-12-31T23:59:59.9999999", "2021-01-01"], 100],
    ["DATETIMEDIFF", ["dd", "2020-12-31", 5], undefined],
    ["DATETIMEFORMAT", ["2024-10-10 14:40:20", "yyyyMMdd"], "20241010"],
    ["DATETIMEFORMAT", ["2024-10-10 14:40:20", "yyyy-MM-dd [HH:mm:ss]"], "2024-10-10 [14:40:20]"],
    [
      "DATETIMEFORMAT",
      ["2024-10-10 14:40:20", "To\\da\\y i\\s: yyyy-MM-ddTHH:mm:ss.fff"],
      "Today is: 2024-10-10T14:40:20.000",
    ],
    [
      "DATETIMEFORMAT",
      ["2024-10-10 14:40:20", "To\\da\\y i\\s: yyyy-MM-ddTHH:mm:ss.FFF"],
      "Today is: 2024-10-10T14:40:20.",
    ],
    [
      "DATETIMEFORMAT",
      ["2024-10-05 14:04:20.12", "d/M/yy h:m tt fffffff FFFFFFF"],
      "5/10/24 2:4 PM 1200000 12",
    ],
    ["DATETIMEFORMAT", ["2024-10-10", "dddd ddd MMMM MMM 'day' d"], "Thursday Thu October Oct day 10"],
    ["DATETIMEFORMAT", ["0007-01-01", "yyyy yyyyy"], "0007 00007"],
    ["DATETIMEFORMAT", ["2024-10-10", "ffffffff"], undefined],
    ["DATETIMEFORMAT", ["2024-10-10", 5], undefined],
    ["DATETIMEFORMAT", ["10.10.2024", "yyyy"], undefined],
    ["DATETIMEFROMPARTS", [2017, 4, 20], "2017-04-20T00:00:00.0000000Z"],
    ["DATETIMEFROMPARTS", [2017, 4, 20, 13, 15], "2017-04-20T13:15:00.0000000Z"],
    ["DATETIMEFROMPARTS", [2017, 4, 20, 13, 15, 20, 3456789], "2017-04-20T13:15:20.3456789Z"],
    ["DATETIMEFROMPARTS", [-2000, -1, -1], undefined],
    ["DATETIMEFROMPARTS", [2017, 2, 29], undefined],
    ["DATETIMEFROMPARTS", [2017, 4, 20, 24], undefined],
    ["DATETIMEFROMPARTS", [2017, 4, 20, undefined], undefined],
    ["DATETIMEFROMPARTS", [2017, 4, 20.5], undefined],
    ["DATETIMEPART", ["yyyy", fine], 2016],
    ["DATETIMEPART", ["mm", fine], 5],
    ["DATETIMEPART", ["dd", fine], 29],
    ["DATETIMEPART", ["hh", fine], 8],
    ["DATETIMEPART", ["mi", fine], 30],
    ["DATETIMEPART", ["ss", fine], 0],
    ["DATETIMEPART", ["ms", fine], 130],
    ["DATETIMEPART", ["mcs", fine], 130161],
    ["DATETIMEPART", ["ns", fine], 130161700],
    ["DATETIMEPART", ["MM", fine], undefined],
    ["DATETIMEPART", ["dd", null], undefined],
    ["DATETIMETOTICKS", ["2015-05-19T12:00:00.0000000"], 14320368000000000],
    ["DATETIMETOTICKS", ["2015-05-19T12"], undefined],
    ["DATETIMETOTIMESTAMP", ["2015-05-19T12:00:00.0000000"], 1432036800000],
    ["TICKSTODATETIME", [15973607943002652], "2020-08-13T23:19:54.3002652Z"],
    ["TICKSTODATETIME", [0], "1970-01-01T00:00:00.0000000Z"],
    ["TICKSTODATETIME", [-116444736000000000], "1601-01-01T00:00:00.0000000Z"],
    ["TICKSTODATETIME", [-1], "1969-12-31T23:59:59.9999999Z"],
    ["TICKSTODATETIME", [1e300], undefined],
    ["TICKSTODATETIME", [0.5], undefined],
    ["TIMESTAMPTODATETIME", [1597360794300], "2020-08-13T23:19:54.3000000Z"],
    ["TIMESTAMPTODATETIME", [-11644473600000], "1601-01-01T00:00:00.0000000Z"],
    ["TIMESTAMPTODATETIME", ["0"], undefined],
    ["DAY", ["1989-03-03T12:12:12.1234567Z"], 3],
    ["MONTH", ["2000-12-12T10:00:00"], 12],
    ["YEAR", ["2000-10-10"], 2000],
    ["YEAR", [2000], undefined],
    ["NOW", [], "2024-10-14T14:20:30.6667500Z"],
    ["NOW", ["yyyy", 1], "2025-10-14T14:20:30.6667500Z"],
    ["NOW", ["ss", 30], "2024-10-14T14:21:00.6667500Z"],
    ["NOW", ["ss"], undefined],
    ["AGO", ["yyyy", 1], "2023-10-14T14:20:30.6667500Z"],
    ["AGO", ["ms", 4], "2024-10-14T14:20:30.6627500Z"],
    ["AGO", ["ms", "4"], undefined],
    ["GETCURRENTDATETIME", [], "2024-10-14T14:20:30.6667500Z"],
    ["GETCURRENTDATETIMESTATIC", [], "2024-10-14T14:20:30.0000000Z"],
    ["GETCURRENTTICKS", [], 17289156306667500],
    ["GETCURRENTTICKSSTATIC", [], 17289156300000000],
    ["GETCURRENTTIMESTAMP", [], 1728915630666],
    ["GETCURRENTTIMESTAMPSTATIC", [], 1728915630000],
  ]);
});

describe("date and time functions on any date", () => {
  const dateTime = fc
    .tuple(fc.integer({ min: Date.UTC(1700, 0), max: Date.UTC(2900, 0) }), fc.integer({ min: 0, max: 9999 }))
    .map(([ms, ticks]) => new Date(ms).toISOString().replace("Z", `${String(ticks).padStart(4, "0")}Z`));
  const part = fc.constantFrom("yyyy", "mm", "dd", "hh", "mi", "ss", "ms", "mcs", "ns");

  it("add what the difference counts, for parts of fixed length", () => {
    fc.assert(
      fc.property(
        dateTime,
        fc.constantFrom("dd", "hh", "mi", "ss", "ms"),
        fc.integer({ min: -500_000, max: 500_000 }),
        (start, unit, count) => {
          const end = callFunction("DATETIMEADD", [unit, count, start]);
          expect(callFunction("DATETIMEDIFF", [unit, start, end])).toBe(count);
          expect(callFunction("DATETIMEDIFF", [unit, end, start])).toBe(count === 0 ? 0 : -count);
          expect(callFunction("DATETIMEADD", [unit, -count, end])).toBe(start);
        },
      ),
    );
  });

  it("put a date into the bin that begins at or before it, and a bin onto itself", () => {
    fc.assert(
      fc.property(dateTime, part, fc.integer({ min: 1, max: 400 }), dateTime, (value, unit, size, origin) => {
        const start = callFunction("DATETIMEBIN", [value, unit, size, origin]) as string;
        expect(start <= value).toBe(true);
        expect(callFunction("DATETIMEBIN", [start, unit, size, origin])).toBe(start);
        const next = callFunction("DATETIMEADD", [
          unit,
          Math.max(size, unit === "ns" ? 100 : 1),
          start,
        ]) as string;
        // A month without the origin's day cuts its bin's start short: the next bin then begins after `next`.
        const isCutShort = (unit === "yyyy" || unit === "mm") && start.slice(8, 10) < origin.slice(8, 10);
        expect(isCutShort || next > value).toBe(true);
      }),
    );
  });

  it("agree on the parts of a date and its text", () => {
    fc.assert(
      fc.property(dateTime, (value) => {
        const parts = ["yyyy", "mm", "dd", "hh", "mi", "ss"].map((one) =>
          callFunction("DATETIMEPART", [one, value]),
        );
        const fraction = (callFunction("DATETIMEPART", ["ns", value]) as number) / 100;
        expect(callFunction("DATETIMEFROMPARTS", [...parts, fraction])).toBe(value);
        expect(callFunction("DATETIMEFORMAT", [value, "yyyy-MM-ddTHH:mm:ss.fffffffZ"])).toBe(value);
      }),
    );
  });
});
