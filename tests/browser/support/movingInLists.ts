import type { Locator } from 'playwright-core';
import { importFaultTexts } from '@contract/workbook/importWire';
import { mappingTexts } from '@contract/workbook/mapping/columnMapping';
import type { ListOf } from '../../support/movingIn';
import { dayOf, numberOf, stateOf, typeOf, uncertaintyOf, unitOf } from '../../support/movingInValues';

/** What a person does with a list before the import. Each is one correction. */
export interface Correcting {
  /** Deals with all rows of a group of faults: by a button, or by a text for the column. */
  fault(faults: Locator, header: string | null, text?: string): Promise<void>;
  /** Writes a text for all rows where the list lacks a column, and checks the list. */
  lacking(opened: Locator, header: string, text: string): Promise<void>;
}

/** A list of the seven files, with what is stored of it. */
export interface MovedList extends ListOf {
  readonly entity: string;
  readonly path: string;
  /** Tab of the page that shows the list. */
  readonly tab?: string;
  /** Dictionary whose entries the list holds. */
  readonly dictionary?: string;
  readonly rows: number;
  readonly mend?: (opened: Locator, correcting: Correcting) => Promise<void>;
}

const dated = (at: number) => [at, dayOf] as const;
const counted = (at: number) => [at, numberOf] as const;
const faultsOf = (opened: Locator): Locator => opened.getByLabel(importFaultTexts.title);
const phonesIn = (text: string): string[] => text.split(/[/、，,;；]/).filter(Boolean);
const isMobile = (text: string): boolean => /^1\d{10}$/.test(text);

/** More exposed people than workers: the number is moved into the remark. */
const isDoubtful = (row: readonly string[]): boolean =>
  Boolean(row[10]) && Number(numberOf(row[11] ?? '')) > Number(numberOf(row[10] ?? ''));

/** In the order in which they refer to each other. */
export const movedLists: readonly MovedList[] = [
  {
    entity: 'place',
    path: '/resource/places',
    file: '06',
    sheet: '房间',
    rows: 5,
    key: ['placeNo', 0],
    pairs: { placeName: 1, area: counted(2), keeper: 3, environment: 4 },
  },
  {
    entity: 'user',
    path: '/system/user',
    file: '01',
    sheet: '人员一览表',
    rows: 40,
    key: ['workNo', 2],
    pairs: {
      nickName: 1,
      department: 3,
      post: 4,
      jobTitle: 5,
      education: 6,
      major: 7,
      phone: 8,
      duties: 9,
      certNo: 10,
      certUntil: dated(11),
      remark: 12,
    },
  },
  {
    entity: 'equipment',
    path: '/resource/equipment',
    file: '02',
    sheet: '仪器设备一览表',
    rows: 180,
    key: ['eqpNo', 1],
    pairs: {
      eqpName: 2,
      model: 3,
      serialNo: 4,
      measures: 5,
      accuracy: 6,
      calibratedOn: dated(7),
      calibrationDue: dated(8),
      certificateNo: 9,
      calibrationBy: 10,
      location: 11,
      status: [12, stateOf],
      remark: 13,
    },
    // A number that stands there twice, and a day that does not exist.
    except: ['ZH-YQ-020'],
    corrected: ['ZH-YQ-004 calibrationDue'],
    async mend(opened, { fault }) {
      const faults = faultsOf(opened);
      await faults.waitFor();
      await fault(faults, '检定/校准有效期', '2027年6月4日');
      await fault(faults, '设备编号', 'ZH-YQ-020A');
    },
  },
  {
    entity: 'standard',
    path: '/resource/standards',
    file: '03',
    sheet: '标准物质',
    rows: 60,
    key: ['standardNo', 1],
    pairs: {
      standardName: 2,
      referenceNo: 3,
      lotNo: 4,
      certified: counted(5),
      certifiedUnit: [5, (text) => text.replace(/^[\d.\s]+/, '')],
      uncertainty: [6, (text, row) => uncertaintyOf(text, row[5] ?? '')],
      specification: 7,
      receivedAmount: counted(8),
      amountUnit: [8, unitOf],
      receivedOn: dated(9),
      validUntil: dated(10),
      supplier: 11,
      storage: 12,
      location: 13,
      remark: 14,
    },
  },
  {
    entity: 'reagent',
    path: '/resource/reagents',
    file: '03',
    sheet: '试剂',
    rows: 60,
    key: ['lotNo', 4],
    pairs: {
      reagentNo: [0, (text) => `SJ-${text.padStart(3, '0')}`],
      reagentName: 1,
      grade: 2,
      specification: 3,
      receivedAmount: counted(5),
      amountUnit: [5, unitOf],
      receivedOn: dated(6),
      validUntil: dated(7),
      openedMonths: [7, (text) => (text === '开封后1年' ? 12 : null)],
      supplier: 8,
      location: 9,
      remark: 10,
    },
    // The list has no numbers.
    async mend(opened, { lacking }) {
      await opened.getByText(mappingTexts.missing(['编号'])).waitFor();
      await lacking(opened, '编号', 'SJ-###');
    },
  },
  {
    entity: 'accreditedItem',
    path: '/system/accreditedItem',
    file: '04',
    sheet: '能力附表',
    rows: 90,
    key: ['itemNo', 0],
    pairs: { field: 1, item: 2, technique: 4, restriction: 9 },
  },
  {
    entity: 'inspectUnit',
    path: '/inspectUnit',
    file: '05',
    sheet: '客户',
    rows: 598,
    key: ['unitName', 1],
    pairs: {
      iuiCode: 2,
      workAddress: 3,
      region: [4, (text) => text.replace(/^(.+?市)(.+)$/, '浙江省/$1/$2')],
      contact: 8,
      mobile: [9, (text) => phonesIn(text).find(isMobile)],
      otherPhones: [9, (text) => phonesIn(text).filter(isMobile).slice(1).join('、')],
      landline: [9, (text) => phonesIn(text).find((one) => !isMobile(one))],
      workerCount: counted(10),
      exposedCount: [11, (text, row) => (isDoubtful(row) ? null : numberOf(text))],
      hazards: 12,
      remark: [
        13,
        (text, row) =>
          [text, ...(isDoubtful(row) ? [`接触职业病危害人数：${row[11]}`] : [])].filter(Boolean).join('；'),
      ],
    },
    except: ['绍兴丰宁建材股份有限公司', '杭州虹佳建材股份有限公司'],
    corrected: ['杭州宁民鞋业股份有限公司 iuiCode', '杭州宁民鞋业股份有限公司 remark'],
    async mend(opened, { fault }) {
      const faults = faultsOf(opened);
      await faults.waitFor();
      // A code that stands there twice, 13 rows with a doubtful number, and two names that stand there twice.
      await fault(faults.locator(':scope > div').filter({ hasText: '统一社会信用代码' }), importFaultTexts.toRemark);
      for (const name of [importFaultTexts.toRemark, null, null]) await fault(faults, name);
    },
  },
  {
    entity: 'vehicle',
    path: '/resource/vehicles',
    tab: '车辆登记',
    file: '06',
    sheet: '车辆',
    rows: 3,
    key: ['plateNo', 1],
    pairs: {
      vehicleName: 2,
      seats: counted(3),
      driver: 4,
      inspectionDue: dated(5),
      insuranceDue: dated(6),
      firstMileage: counted(7),
    },
  },
  {
    entity: 'dictDetail',
    path: '/system/dict',
    dictionary: 'publicHoliday',
    file: '06',
    sheet: '放假安排',
    rows: 4,
    key: ['value', 0],
    pairs: {},
  },
  {
    entity: 'dictDetail',
    path: '/system/dict',
    dictionary: 'makeUpWorkday',
    file: '06',
    sheet: '放假安排',
    rows: 3,
    key: ['value', 0],
    pairs: {},
  },
  {
    entity: 'dictDetail',
    path: '/system/dict',
    dictionary: 'projectType',
    file: '06',
    sheet: '内部编码',
    rows: 2,
    key: ['value', 1],
    pairs: { label: 2 },
  },
  {
    entity: 'historyReport',
    path: '/historyReport',
    file: '07',
    sheet: '历史报告台账',
    rows: 300,
    key: ['reportNo', 1],
    pairs: {
      unitName: 2,
      reportKind: [3, typeOf],
      issuedOn: dated(4),
      sampledOn: dated(5),
      conclusion: 6,
      exceeded: [6, (text) => (text.endsWith('超标') ? text.replace('超标', '') : null)],
      signer: 7,
      fileName: 8,
      remark: 9,
    },
  },
  {
    entity: 'project',
    path: '/project',
    file: '07',
    sheet: '在做项目',
    rows: 12,
    key: ['code', 1],
    pairs: {
      belongInspectName: 2,
      type: [3, typeOf],
      leaderName: 4,
      contractOn: dated(5),
      dueOn: dated(6),
      remark: 9,
    },
  },
];
