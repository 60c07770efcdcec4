import { teamLeaderDuty, type PlatformPayload, teamMemberDuty } from './platformPayload';

/** Invented report with which an administrator sees the effect of a mapping. */
export const examplePayload: PlatformPayload = {
  org: {
    name: '示例检测技术有限公司',
    creditCode: '91330110MA2DEHX80X',
    qualNo: '（浙）职卫检字第000号',
    leader: '王宁',
    phone: '0571-88880000',
  },
  project: {
    code: '2026DQ0001',
    reportNo: 'SL-2026-0001',
    serviceType: 'DQ',
    contractDate: '2026-04-01',
    surveyDate: '2026-05-06',
    sampleDates: ['2026-05-12'],
    reportDate: '2026-05-20',
    leader: '王宁',
    members: [
      { name: '王宁', certNo: 'ZW-2023-0001', role: teamLeaderDuty },
      { name: '李青', certNo: 'ZW-2023-0002', role: teamMemberDuty },
    ],
    accompanier: '陈立',
  },
  employer: {
    name: '示例涂装有限公司',
    creditCode: '91330110MA2DEHX80X',
    regAddr: '示例路1号',
    workAddr: '示例路1号',
    areaCode: '浙江省/杭州市/余杭区',
    industryCode: 'C36',
    scale: '2',
    ecoType: '170',
    contact: '沈静',
    phone: '13800000000',
    headcount: 260,
    exposedCount: 84,
  },
  points: [
    {
      workshop: '涂装车间',
      post: '喷漆工',
      location: '喷漆岗位',
      hazardCode: '108-88-3',
      hazardName: '甲苯',
      headcount: 12,
      exposeHoursPerDay: '8',
      daysPerWeek: '5',
      sampleMode: 'personal',
    },
  ],
  results: [
    {
      pointIdx: 0,
      hazard: '甲苯',
      type: 'TWA',
      value: '48.2',
      unit: 'mg/m³',
      limit: '50',
      standardCode: 'GBZ 2.1-2019',
      conclusion: 'conforms',
    },
  ],
  summary: { pointTotal: 1, overPoints: 0, overHazards: [] },
  attachments: [],
};
