import { samplingDocument, type SamplingPaper } from '@contract/features/fieldwork/samples/samplingDocument';
import type { PrintDocument } from '@contract/print/printDocument';

const specimenDay = '2026-05-12';

/** A sample in which every column of the sampling record is filled. */
const specimenSample = {
  id: 1,
  sampleNo: '2026DQ0001-0001',
  sampleKind: 'sample',
  siteNo: '01',
  workshop: '涂装车间',
  place: '喷漆岗位',
  person: '王五',
  personChoice: 'highest',
  equipmentName: '大气采样器/SB-010',
  collectorLot: '20260401',
  flowSet: '0.1',
  flowBefore: '0.1',
  flowAfter: '0.1',
  flow: '0.1',
  startTime: `${specimenDay} 08:40:00`,
  endTime: `${specimenDay} 08:55:00`,
  minutes: '15',
  volume: '1.5',
  temperature: '21.5',
  pressure: '101.3',
  standardVolume: '1.49',
  representedHours: '8',
  hoursPerDay: '8',
  medium: '活性炭管',
  production: '正常',
  controlsRunning: '运行',
  ppeWorn: '佩戴',
  state: 'sampled',
  remark: '无',
  plannedFlow: '0.1',
};

/**
 * Returns a sampling record in which every part is filled, for the names and examples of an own layout.
 * @param measured whether it is the record of measurements on site
 */
export function samplingSpecimen(measured: boolean): PrintDocument {
  const paper = {
    head: {
      agency: '某某职业健康检测有限公司',
      controlNo: 'CX-07',
      project: {
        code: '2026DQ0001',
        projectName: '2026年度职业病危害因素定期检测',
        unitName: '某某汽车制造有限公司',
        customerName: '某某汽车制造有限公司',
        typeName: '定期检测',
        leaderName: '张三',
      },
    },
    group: { key: 'sampling', day: 1, mode: 'area', hazardName: '甲苯', samples: [specimenSample], measured },
    day: {
      id: 1,
      sampledOn: specimenDay,
      collectorsName: ['张三'],
      reviewerName: '李四',
      production: '正常',
      remark: '无',
    },
    weather: [
      {
        measuredAt: `${specimenDay} 09:00:00`,
        place: '涂装车间',
        sky: '晴',
        temperature: '21.5',
        humidity: '52',
        pressure: '101.3',
        windSpeed: '0.2',
        windDirection: '东',
        equipmentName: '温湿度计/SB-020',
      },
    ],
    companions: [
      {
        samplingDay: 1,
        companionName: '李四',
        signedAt: `${specimenDay} 17:00:00`,
        signature: 'one',
        statement: '情况属实',
      },
    ],
    address: '杭州市余杭区工业园1号',
    method: 'GBZ/T 300.66-2017',
    takenBy: [],
    instruments: ['大气采样器/SB-010'],
    calibrators: ['流量计/SB-030'],
    exposure: new Map([
      [0, { workers: 6, daysPerWeek: '5' }],
      [1, { workers: 6, daysPerWeek: '5' }],
    ]),
    oldSamples: {},
    specimens: { one: { source: 'signature', ratio: 3 } },
  };
  return samplingDocument(paper as unknown as SamplingPaper);
}
