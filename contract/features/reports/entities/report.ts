import { defineEntity } from '@contract/entity';
import { date, dateTime, dict, file, flag, integer, keyed, longText, ref, text } from '@contract/field';

const compiledHint = { hint: '不填时按模板和结果自动生成' } as const;

/**
 * 报告 (DOMAIN §7.4): one issue of a project's report. Its content is compiled from the project; texts written here
 * replace the compiled ones.
 */
export const report = defineEntity({
  name: 'report',
  path: 'api/report',
  label: '报告',
  titleField: 'reportNo',
  scope: 'organization',
  stateMachine: { machine: 'report', stateField: 'state' },
  keyword: ['reportNo', 'title', 'unitName'],
  searchedField: 'unitName',
  sheet: [
    'reportNo',
    'title',
    'unitName',
    'project',
    'kind',
    'state',
    'stageSince',
    'assess',
    'issuedOn',
    'revision',
    'previous',
    'correctionReason',
    'createTime',
  ],
  fields: {
    reportNo: text('报告编号', { readonly: true, unique: true, max: 60 }),
    title: text('报告名称', { required: true, max: 200 }),
    project: ref('项目', { required: true, to: 'project', readonly: true }),
    unitName: text('用人单位', { readonly: true, max: 200 }),
    kind: dict('报告类别', { dict: 'reportKind', readonly: true }),
    state: dict('状态', { dict: 'reportState', readonly: true, initial: 'drafting' }),
    stageSince: dateTime('进入状态时间', { readonly: true }),
    template: ref('报告模板', { to: 'reportModule', hint: '不选时使用内置文字' }),
    /** Whether results are compared with limits; if not, the report says 委托检测，不予评价. */
    assess: flag('进行评价', { initial: true, hint: '不选时只给出结果，不与接触限值比较' }),
    statement: longText('声明', { max: 4000, ...compiledHint }),
    basis: longText('检测依据', { max: 4000, ...compiledHint }),
    overview: longText('用人单位概况', { max: 6000, ...compiledHint }),
    process: longText('生产工艺与危害因素分布', { max: 6000, ...compiledHint }),
    environment: longText('环境条件与生产状态', { max: 4000, ...compiledHint }),
    exceedance: longText('超标分析', { max: 6000, ...compiledHint }),
    conclusion: longText('结论', { max: 6000, ...compiledHint }),
    advice: longText('建议', { max: 6000, ...compiledHint }),
    /** 分工 of the writer on the third page (H.1). */
    authorPart: text('编制分工', { max: 200, initial: '全文', hint: '编写人编写的部分，印在签名页' }),
    /**
     * Reasons for missing field data, by the key of the gap (contract/features/fieldwork/samples/fieldGaps.ts). They
     * are printed.
     */
    gapReasons: keyed('现场缺项说明'),
    remark: longText('内部备注', { max: 1000, hint: '不印在报告上' }),
    issuedOn: date('签发日期', { readonly: true }),
    /** Random part of the QR code's address, so that nobody can enumerate reports. */
    verifyCode: text('验证码', { readonly: true, unique: 'everywhere', max: 40 }),
    pdf: file('报告PDF', { readonly: true, accept: 'document' }),
    revision: integer('更正次数', { readonly: true, initial: 0, min: 0 }),
    /** Issue that this one replaces. */
    previous: ref('原报告', { to: 'report', readonly: true }),
    correctionReason: text('更正原因', { readonly: true, max: 500 }),
    notice: ref('公示', { to: 'reportFormula', readonly: true }),
  },
});
