import { doneDays, soonDays } from './figureWire';
import { figureMonths } from './turnaroundFigures';

export const figureTexts = {
  turnaround: '检测周期',
  samples: '各方法样品量',
  byHazard: '各危害因素超标率（%）',
  byIndustry: '各行业超标率（%）',
  workload: '检测人员工作量',
  expiring: '到期提醒',
  /** Explains how turn-around is counted. */
  turnaroundHow: `近${figureMonths}个月按首次签发报告的月份统计；从合同签订日期（未填时取计划开始日期与登记日期中较早的）到签发日期，P90按内插法`,
  workingHow: '工作日按字典中的法定节假日和调休上班日计算',
  turnaroundOdd: (count: number) => `${count}个项目的起始日期晚于签发日期，未计入`,
  turnaroundCut: (count: number) => `只统计最近签发的${count}份报告`,
  samplesHow: `近${figureMonths}个月接收的样品（含空白），按检测方法；同一样品按一种方法只计一次`,
  exceedanceHow: `近${figureMonths}个月已审核的检测记录，按岗位与因素判定；超标率＝不符合÷（符合＋不符合），待核实、无法判定和不评价的不计入`,
  exceedanceCut: (judgedCount: number, total: number) => `只统计最近检测的${judgedCount}个项目，共${total}个`,
  workloadHow: `未完成为已分发和检测中的任务，完成为近${doneDays}天完成的任务`,
  expiringHow: `已过期与${soonDays}天内到期（含当天）；库存只计在用且有结存的批次，授权按每人每法最晚的有效期，委托只计进行中的`,
  noIndustry: '未填行业',
  noTurnaround: `近${figureMonths}个月没有签发的报告`,
  noSamples: `近${figureMonths}个月没有接收样品`,
  noExceedance: `近${figureMonths}个月没有已审核的检测记录`,
  noWorkload: '没有分发给检测人员的任务',
  noExpiring: `没有已过期或${soonDays}天内到期的事项`,
  chart: '图',
  table: '表',
  /** Shown above a list opened from a figure. */
  narrowed: (count: number) => `仅显示首页统计中的${count}个项目`,
  narrowedCut: (count: number, total: number) =>
    `首页统计中的项目共${total}个，这里仅显示其中${count}个，其余请按条件查询`,
  showAll: '显示全部项目',
  oncePerSample: '首页统计的样品，同一样品只列一项任务',
  everyTask: '显示全部任务',
} as const;

export const expiringLabels = {
  equipment: '仪器检定/校准',
  standard: '标准物质',
  reagent: '试剂',
  consumable: '耗材',
  methodAuthorisation: '检测授权',
  delegation: '审批委托',
} as const;
