import { defineEntity } from '@contract/entity';
import { date, dict, file, flag, integer, longText, text } from '@contract/field';

/** 机构: a testing organization; every other row belongs to one. */
export const organization = defineEntity({
  name: 'organization',
  path: 'api/organization',
  label: '机构',
  titleField: 'name',
  scope: 'platform',
  fields: {
    name: text('机构名称', { required: true, rule: 'fileSafeName', unique: true, max: 100 }),
    code: text('机构编码', {
      required: true,
      rule: 'userName',
      unique: true,
      max: 20,
      hint: '用于项目编号、报告编号的前缀',
    }),
    creditCode: text('统一社会信用代码', { rule: 'unifiedCode', max: 18 }),
    qualification: text('资质证书编号', { max: 100 }),
    qualifiedUntil: date('资质有效期至'),
    qualificationFile: file('资质证书', {
      accept: 'document',
      hint: '证书扫描件，pdf或图片；png、jpg图片印在报告第二页',
    }),
    expiryDate: date('系统到期日', { hint: '到期后本机构人员不能登录' }),
    accountYears: integer('账号有效期', {
      min: 1,
      max: 50,
      initial: 5,
      unit: '年',
      hint: '新账号的到期日由此算出，可逐人修改',
    }),
    projectNumberRule: text('项目编号规则', {
      max: 60,
      initial: '{YYYY}{TYPE}{SEQ4}',
      hint: '{YYYY}年 {YY} {MM} {TYPE}项目类型 {ORG}机构编码 {SEQ4}四位流水。样品编号由项目编号而来：机构之间互送样品时请加上{ORG}，以免编号相同',
    }),
    legalPerson: text('法定代表人', {
      max: 50,
      hint: '评价报告由其本人与项目负责人签署；登记了“法定代表人”岗位授权的，以授权为准',
    }),
    contact: text('联系人', { max: 50 }),
    phone: text('联系电话', { rule: 'telephone', max: 30 }),
    address: text('地址'),
    email: text('电子邮箱', { rule: 'email', max: 100, hint: '与电话、地址一同显示在报告公示和报告核验页上' }),
    publicUrl: text('对外网址', {
      rule: 'webAddress',
      max: 200,
      hint: '例如：https://lab.example.com。印在报告的二维码中，未设置时不能签发报告；服务器设置了PUBLIC_URL时以其为准',
    }),
    reportNumberRule: text('报告编号规则', {
      max: 60,
      initial: '{ORG}-{YYYY}-{SEQ4}',
      hint: '{YYYY}年 {YY} {MM} {TYPE}项目类型 {ORG}机构编码 {SEQ4}四位流水',
    }),
    incomingNumberRule: text('来样编号规则', {
      max: 60,
      initial: '{PROJECT}-{KIND}{SEQ2}',
      hint: '{PROJECT}项目编号 {KIND}样品为L、空白为LK，其余同上',
    }),
    sampleNumberRule: text('现场样品编号规则', {
      max: 60,
      initial: '{PROJECT}-{FACTOR}{DAY}-{POINT}{TURN}',
      hint: '依次为{PROJECT}项目编号 {FACTOR}因素代码 {DAY}采样日次 {POINT}采样点号{TURN}频次；现场空白以K和序号代替{POINT}{TURN}',
    }),
    recordNumberRule: text('原始记录编号规则', {
      max: 60,
      initial: '{PROJECT}-JL{SEQ2}',
      hint: '{PROJECT}项目编号 {YYYY}年 {YY} {MM} {TYPE}项目类型 {ORG}机构编码 {SEQ2}两位流水',
    }),
    curveNumberRule: text('标准曲线编号规则', {
      max: 60,
      initial: 'QX-{YYYY}-{SEQ4}',
      hint: '{YYYY}年 {YY} {MM} {ORG}机构编码 {SEQ4}四位流水',
    }),
    retentionYears: integer('档案保存年限', {
      min: 6,
      max: 100,
      initial: 10,
      unit: '年',
      hint: '自归档日起计算；2025-05-01起签发的报告不少于15年',
    }),
    seal: file('检测专用章', {
      accept: 'print',
      hint: 'png或jpg图片，上传时去除背景，签发后印在报告封面',
    }),
    accreditationMark: file('资质认定标志', {
      accept: 'print',
      hint: 'CMA标志的png图片，项目全部在能力附表内时与证书编号一同印在报告封面；不上传则印“CMA 编号”',
    }),
    logo: file('机构标志', { accept: 'image' }),
    favicon: file('网站图标', { accept: 'image' }),
    title: text('系统名称', { max: 30, hint: '不填则与平台相同' }),
    shortTitle: text('系统简称', { max: 8, hint: '侧栏放不下全名时显示' }),
    titlePre: text('系统名称前缀', { max: 12, hint: '显示在系统名称之前，如机构简称' }),
    theme: text('主题色', {
      rule: 'colour',
      max: 7,
      hint: '例如#007873；不填则与平台相同，个人在“设置”中选择的颜色优先',
    }),
    footerTxt: text('页脚文字'),
    caseNumber: text('备案号', { max: 50 }),
    timeGate: flag('按时间规则拦截', {
      hint: '结束采样和签发报告时，记录与时间规则不符的（见“时间核查”）须更正，或由三人签字说明原因',
    }),
    noHelp: flag('不提供帮助手册', { hint: '选中后，本机构人员的“帮助”不打开系统手册' }),
    enabled: dict('状态', { dict: 'enabled', required: true, initial: '1' }),
    remark: longText('备注', { max: 500 }),
  },
});
