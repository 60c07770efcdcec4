import { entries } from '@contract/dictEntry';

/** Dictionaries of instruments, reagents and standards. */
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
  /** Flow control of a sampler; a constant-flow device stops beyond ±5 % (GBZ 331-2024 E.3). */
  flowControl: entries([
    { value: 'constant', label: '恒流' },
    { value: 'ordinary', label: '非恒流' },
  ]),
  /**
   * Quantity that an instrument measures. It decides for which methods and factors the instrument is suitable
   * (contract/features/laboratory/purposeFit.ts).
   */
  instrumentPurpose: entries([
    { value: 'gasChromatograph', label: '气相色谱' },
    { value: 'liquidChromatograph', label: '液相色谱' },
    { value: 'ionChromatograph', label: '离子色谱' },
    { value: 'atomicAbsorption', label: '原子吸收' },
    { value: 'atomicFluorescence', label: '原子荧光' },
    { value: 'plasma', label: '电感耦合等离子体' },
    { value: 'spectrophotometer', label: '紫外可见分光光度' },
    { value: 'infrared', label: '红外光谱' },
    { value: 'diffractometer', label: 'X射线衍射' },
    { value: 'electrode', label: '离子选择电极' },
    { value: 'balance', label: '称量' },
    { value: 'microscope', label: '显微镜' },
    { value: 'gasDetector', label: '气体直读' },
    { value: 'soundMeter', label: '噪声' },
    { value: 'vibrationMeter', label: '振动' },
    { value: 'heatMeter', label: '高温' },
    { value: 'lightMeter', label: '照度' },
    { value: 'ultravioletMeter', label: '紫外辐射' },
    { value: 'laserMeter', label: '激光' },
    { value: 'fieldMeter', label: '电磁场' },
    { value: 'doseMeter', label: '电离辐射' },
    { value: 'airMeter', label: '通风' },
    { value: 'sampler', label: '采样' },
    { value: 'flowMeter', label: '流量校准' },
    { value: 'weatherMeter', label: '气象' },
    { value: 'other', label: '其他' },
  ]),
  equipmentStatus: entries([
    {
      value: 'in',
      label: '在库',
      tone: 'good',
      also: ['正常', '正常使用', '完好', '合格', '在用', '可用', '使用中', '良好'],
    },
    { value: 'out', label: '出库', tone: 'active' },
    {
      value: 'calibrating',
      label: '送检',
      tone: 'waiting',
      also: ['送检中', '检定中', '校准中', '外送检定', '送校', '外检', '计量中', '送检校准'],
    },
    { value: 'repairing', label: '维修', tone: 'waiting', also: ['维修中', '故障', '待修', '修理中', '报修'] },
    { value: 'stopped', label: '停用', tone: 'quiet', also: ['封存', '暂停使用', '闲置'] },
    { value: 'scrapped', label: '报废', tone: 'bad', also: ['已报废'] },
  ]),
  calibrationKind: entries([
    { value: 'verification', label: '检定', also: ['强检', '强制检定', '检定/校准', '送检', '外检', '外部检定'] },
    { value: 'calibration', label: '校准', also: ['自校', '自校准', '内校', '内部校准', '外校', '外部校准'] },
    {
      value: 'none',
      label: '不需溯源',
      also: [
        '免检',
        '免校',
        '无需溯源',
        '不需要',
        '不需检定',
        '不需校准',
        '无需检定',
        '无需校准',
        '功能检查',
        '核查',
        '否',
      ],
    },
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
