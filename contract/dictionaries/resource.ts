import { entries } from './entry';

/** Of instruments, reagents and standards. */
export const resourceDictionaries = {
  stockState: entries([
    { value: '1', label: '在用', tone: 'good' },
    { value: '0', label: '停用', tone: 'quiet' },
  ]),
  equipmentKind: entries([
    { value: 'sampler', label: '空气采样器' },
    { value: 'dustSampler', label: '粉尘采样器' },
    { value: 'personalSampler', label: '个体采样器' },
    { value: 'flowCalibrator', label: '流量校准器' },
    { value: 'weather', label: '气象仪器' },
    { value: 'directReading', label: '现场直读仪器' },
    { value: 'laboratory', label: '实验室仪器' },
    { value: 'other', label: '其他' },
  ]),
  /** GBZ 331-2024 E.3: a constant-flow device stops itself beyond ±5 %. */
  flowControl: entries([
    { value: 'constant', label: '恒流' },
    { value: 'ordinary', label: '非恒流' },
  ]),
  equipmentStatus: entries([
    { value: 'in', label: '在库', tone: 'good' },
    { value: 'out', label: '出库', tone: 'active' },
    { value: 'calibrating', label: '送检', tone: 'waiting' },
    { value: 'repairing', label: '维修', tone: 'waiting' },
    { value: 'stopped', label: '停用', tone: 'quiet' },
    { value: 'scrapped', label: '报废', tone: 'bad' },
  ]),
  calibrationKind: entries([
    { value: 'verification', label: '检定' },
    { value: 'calibration', label: '校准' },
    { value: 'none', label: '不需溯源' },
  ]),
  equipmentUseKind: entries([
    { value: 'sampling', label: '现场采样' },
    { value: 'calibration', label: '送检' },
    { value: 'repair', label: '维修' },
  ]),
  equipmentCondition: entries([
    { value: 'good', label: '正常', tone: 'good' },
    { value: 'faulty', label: '异常', tone: 'bad' },
  ]),
  flowVerdict: entries([
    { value: 'pass', label: '合格', tone: 'good' },
    { value: 'fail', label: '不合格', tone: 'bad' },
  ]),
} as const;
