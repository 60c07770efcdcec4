import { describe, expect, it } from 'vitest';
import { hoursOfAir, loggerReadings } from '@contract/features/conformity/loggerReadings';

describe('file of a temperature and humidity logger', () => {
  it('a logger’s file is read with any separator, names in Chinese or English, and a time in one column or two', () => {
    const expected = [
      { at: '2026-05-01 08:05:00', temperature: 23.5, humidity: 48 },
      { at: '2026-05-01 08:35:30', temperature: 24.1, humidity: 51.2 },
    ];
    const files = [
      '设备编号,TH-01\n序号,记录时间,温度(℃),湿度(%RH)\n1,2026-05-01 08:05,23.5,48\n2,2026/5/1 8:35:30,24.1,51.2\n',
      'No\tDate\tTime\tTemp °C\tHumidity %\r\n1\t2026-05-01\t08:05:00\t23.5\t48\r\n2\t2026-05-01\t08:35:30\t24.1\t51.2\r\n',
      '"时间";"温度";"相对湿度"\n"2026年5月1日 8:35:30";"24.1℃";"51.2%"\n"2026年5月1日 8:05";"23.5℃";"48%"\n',
    ];
    for (const file of files) expect(loggerReadings(file)).toEqual(expected);
  });

  it('a logger’s file without times or temperatures gives no readings; faulty lines are left out', () => {
    expect(loggerReadings('样品,结果\nS1,2\n')).toEqual([]);
    expect(loggerReadings('')).toEqual([]);
    expect(loggerReadings('时间,温度\n2026-05-01 08:00,--\n2026-13-01 08:00,20\n昨天,21\n2026-05-01 09:00,22')).toEqual(
      [{ at: '2026-05-01 09:00:00', temperature: 22, humidity: null }],
    );
  });

  it('the readings of a data logger within an hour become one row with their mean and their range', () => {
    const readings = loggerReadings(
      '时间,温度,湿度\n2026-05-01 08:00,23,48\n2026-05-01 08:30,24,50\n2026-05-01 09:00,25,52\n',
    );
    expect(hoursOfAir(readings)).toEqual([
      {
        startAt: '2026-05-01 08:00:00',
        endAt: '2026-05-01 08:59:59',
        temperature: '23.5',
        humidity: '49.0',
        remark: '记录仪2个读数：温度23～24 ℃，相对湿度48～50%',
      },
      {
        startAt: '2026-05-01 09:00:00',
        endAt: '2026-05-01 09:59:59',
        temperature: '25.0',
        humidity: '52.0',
        remark: '记录仪1个读数：温度25～25 ℃，相对湿度52～52%',
      },
    ]);
  });
});
