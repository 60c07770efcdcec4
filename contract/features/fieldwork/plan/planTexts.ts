import type { SurveyOf } from '../survey/surveyWire';

// Texts of survey and plan, for client and server; `projectTexts` has further ones.

export const surveyTexts = {
  copied: (rows: number, files: number): string => `已复制${rows}行岗位危害因素${files ? `、${files}个附件` : ''}`,
  rowsExist: (rows: number): string => `已填写${rows}行岗位危害因素，请选择追加或替换`,
  nothingToCopy: '所选项目没有岗位危害因素，不能复制，请另选项目',
  otherUnit: '只能复制同一受检单位的调查',
  sameProject: '不能复制本项目自己的调查，请另选项目',
  chooseOne: '请选择要复制的项目或要采用的模板',
  hazardGone: (row: string): string => `“${row}”的危害因素已停用或删除，未复制`,
  noEarlier: '该受检单位没有其他已填写调查的项目',
  confirmEnd: ({ unmeasured, withoutCondition }: Pick<SurveyOf['counts'], 'unmeasured' | 'withoutCondition'>): string =>
    `${unmeasured ? `有${unmeasured}行没有填写接触人数、日接触时间或周工作天数，数据报送时需要。` : ''}${withoutCondition ? `有${withoutCondition}行的限值随接触条件而不同，没有填写“接触条件”，检测结果将判定为“待核实”。` : ''}结束后调查内容锁定，项目进入方案编制。`,
  unsaved: '有未保存的内容，请先保存',
  adopt: (hazard: string): string => `采纳${hazard}`,
  adopted: (hazard: string): string => `已在“岗位与危害因素”中加入${hazard}，理由写在备注中；请填写车间和岗位后保存`,
  adoptedBefore: (hazard: string): string => `表格中已有${hazard}，请填写完整后保存`,
} as const;

export const planTexts = {
  saveFirst: '请先保存表格中的修改',
  noSurvey: '现场调查没有岗位危害因素，不能生成；可以采用模板或插入行',
  rowsExist: (rows: number): string => `方案已有${rows}行，请选择追加或替换`,
  generated: (rows: number): string => (rows ? `已生成${rows}行` : '没有需要增加的行'),
  noMethod: (row: string, sampleKind: string): string => `${row}：方法库中没有可用的${sampleKind}检测方法，未编入方案`,
  noLimit: (row: string): string => `${row}：限值库中没有现行限值，按定点短时间采样编入，请核对`,
  noWorkers: (row: string): string => `${row}：调查未填写接触人数，按1人编入，请核对`,
  noFlow: (row: string, method: string): string => `${row}：方法“${method}”没有规定采样流量或时间，请补充`,
  noRows: '方案还没有内容，请生成或插入行后再提交',
  needsMethod: '请选择检测方法',
  needsMedium: '请填写采样介质',
  needsFlow: '请填写采样流量',
  needsMinutes: '请填写采样时间',
  methodOff: (method: string): string => `方法“${method}”已停用或不在有效期内，请更换`,
  notMeasured: (method: string, hazard: string): string => `方法库中“${method}”未列明可测“${hazard}”，请核对`,
  fewPoints: (points: number, minPoints: number): string => `${points}个采样点少于规范要求的${minPoints}个（GBZ 159）`,
  fewWorkers: (points: number, minWorkers: number): string =>
    `${points}名采样对象少于规范要求的${minWorkers}名（GBZ 159）`,
  noConsent: (hazard: string): string =>
    `“${hazard}”拟分包，尚无客户的书面同意：请在合同评审中将“分包经客户同意”选“是”并填写“分包机构与项目”，或提交分包审批单`,
  fewDays: (days: number, minDays: number, clause: string): string =>
    `${days}天少于评价检测要求的${minDays}个工作班（${clause}）`,
  fewBlanks: (blanks: number, minBlanks: number): string => `每天${blanks}个空白少于每批${minBlanks}个（GBZ/T 300）`,
  notWorn: (method: string): string => `方法“${method}”没有长时间采样流量，一般不用于个体采样`,
  movingJobNotPersonal:
    '流动岗位按PC-TWA评价的因素宜用个体长时间采样，请改为个体长时间采样，或在备注中说明原因（GBZ 331-2024 5.2.6.2.3 c 1）',
  noShortSample: (row: string): string =>
    `${row}：调查的接触方式为波动，请在浓度高的时段和地点安排短时间采样（GBZ 331-2024 5.2.6.2.3 c 2）`,
  noPeakSample: (row: string): string =>
    `${row}：调查的接触方式为波动，没有安排短时间采样，不能判定峰接触浓度；请增加短时间采样（GBZ 331-2024 5.2.6.2.3 c 2）`,
  leftOut: (row: string): string => `${row}：调查中有，方案未安排；请编入，或在“方案说明”中选择不检测的原因`,
  silicaUnknown: (name: string): string =>
    `“${name}”的限值取决于游离二氧化硅含量，方案没有安排测定：请增加游离二氧化硅检测；已知含量的，请在备注中写明含量和来源（GBZ 331-2024 5.2.4.2 b）`,
  placeLeftOut: ({ post, place, hazard }: { readonly post: string; readonly place: string; readonly hazard: string }) =>
    `流动岗位“${post}”在“${place}”接触${hazard}，方案没有该地点的采样点，也没有个体采样；不设的请在方案备注中说明（GBZ 331-2024 5.2.6.2.3 b 2）`,
  noSketch: '没有测点布置图，请在“测点布置”中绘制或上传；不能提供的，请在方案备注中说明（GBZ 331-2024 5.2.5.2 e）',
  faulty: (count: number): string => `方案有${count}处未填写完整，请修改后再提交`,
  methodsOff: (count: number): string =>
    `提交后，方案有${count}处的检测方法不能再使用，不能签字；请退回方案修改，或更新能力附表`,
  wantsRemark: (count: number): string => `有${count}处低于规范要求且未说明原因，请在该行备注或方案备注中说明后再提交`,
} as const;

/**
 * E.g. “焊接车间 焊工 锰及其化合物”.
 * @param workshop null where the post belongs to none
 * @param place work post
 * @param hazard name of the hazard
 */
export const surveyRowText = (workshop: string | null, place: string, hazard: string): string =>
  [workshop, place, hazard].filter(Boolean).join(' ');
