import { exposureConditions, limitConditions } from '@contract/arithmetic/limits/limitConditions';
import { entries } from '@contract/dictEntry';

/** Dictionaries of hazards and their limits. */
export const hazardDictionaries = {
  hazardCategory: entries([
    { value: 'chemical', label: '化学因素' },
    { value: 'dust', label: '粉尘' },
    { value: 'physical', label: '物理因素' },
    { value: 'biological', label: '生物因素' },
    { value: 'radiation', label: '放射性因素' },
    { value: 'other', label: '其他因素' },
  ]),
  /** Bands of free silica. A dust with 10 % or more is judged as 矽尘 of its band (DOMAIN §2.7). */
  silicaBand: entries([
    { value: 'below10', label: '<10%' },
    { value: 'to50', label: '10%～50%' },
    { value: 'to80', label: '>50%～80%' },
    { value: 'above80', label: '>80%' },
  ]),
  libraryUpdateOrigin: entries([
    { value: 'file', label: '更新文件' },
    { value: 'shipped', label: '随程序版本' },
  ]),
  librarySubject: entries([
    { value: 'hazard', label: '危害因素' },
    { value: 'hazardLimit', label: '职业接触限值' },
    { value: 'labMethod', label: '检测方法' },
    { value: 'labMethodItem', label: '方法适用因素' },
    { value: 'biologicalLimit', label: '生物接触限值' },
    { value: 'industryRisk', label: '行业风险分类' },
  ]),
  libraryChange: entries([
    { value: 'added', label: '新增' },
    { value: 'changed', label: '变更' },
    { value: 'ended', label: '终止' },
  ]),
  libraryDecision: entries([
    { value: 'accepted', label: '已采纳', tone: 'good' },
    { value: 'declined', label: '不采纳', tone: 'quiet' },
  ]),
  /** Published lists of hazards. */
  hazardList: entries([
    { value: 'catalogue2015', label: '职业病危害因素分类目录（2015）' },
    { value: 'toxic2003', label: '高毒物品目录（2003）' },
    { value: 'gbz188', label: 'GBZ 188职业健康监护' },
    { value: 'platform', label: '监管平台代码' },
  ]),
  /** Risk class of an industry (建设项目职业病危害风险分类管理目录). */
  industryRiskClass: entries([
    { value: 'severe', label: '严重' },
    { value: 'general', label: '一般' },
  ]),
  limitKind: entries([
    { value: 'mac', label: 'MAC' },
    { value: 'twa', label: 'PC-TWA' },
    { value: 'stel', label: 'PC-STEL' },
    { value: 'totalDust', label: 'PC-TWA（总尘）' },
    { value: 'respirableDust', label: 'PC-TWA（呼尘）' },
    { value: 'fibre', label: 'PC-TWA（纤维）' },
    { value: 'dailyLevel', label: '8h等效声级' },
    { value: 'weeklyLevel', label: '40h等效声级' },
    { value: 'peakLevel', label: '声压级峰值' },
    { value: 'wbgt', label: 'WBGT指数' },
    { value: 'acceleration', label: '4h等能量频率计权振动加速度' },
    { value: 'irradiance', label: '8h辐照度' },
    { value: 'radiantExposure', label: '8h照射量' },
    { value: 'powerDensity', label: '平均功率密度' },
    { value: 'dailyDose', label: '日剂量' },
    { value: 'electricField', label: '电场强度' },
    { value: 'magneticField', label: '磁场强度' },
    { value: 'other', label: '其他限值' },
  ]),
  /** Whether the concentration varies during the shift (GBZ 331-2024 form C.9). */
  contactPattern: entries([
    { value: 'steady', label: '稳定' },
    { value: 'unsteady', label: '波动' },
  ]),
  /** Reference of the exposure time: day or week (GBZ 2.1-2019 A.7.1). */
  workTime: entries([
    { value: 'day', label: '按日' },
    { value: 'week', label: '按周' },
  ]),
  limitCondition: limitConditions,
  exposureCondition: entries(exposureConditions),
  /** Whether somebody compared the product's own data with the text of the standard. */
  dataCertainty: entries([
    { value: 'sure', label: '已核对', tone: 'good' },
    { value: 'marks', label: '标识待核对', tone: 'waiting' },
    { value: 'check', label: '待核对', tone: 'waiting' },
  ]),
} as const;
