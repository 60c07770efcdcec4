import { entries } from '@contract/dictEntry';

/** Dictionaries of data governance: reporting, declaration and submission (PRODUCT §3, 数据治理). */
export const platformDictionaries = {
  platformFamily: entries([
    { value: 'differentPlatform', label: '省平台' },
    { value: 'samePlatform', label: '区域平台' },
  ]),
  /** How messages to a platform are built and sent. */
  platformAdapter: entries([
    { value: 'generic', label: '通用（JSON，字段自行对照）' },
    { value: 'provincial', label: '省级检测报告接口（SOAP，XML）' },
    { value: 'county', label: '区县健康平台（JSON，分表上报）' },
    { value: 'surveyBook', label: '调查计划表（Excel，人工上传）' },
  ]),
  /** How a generic platform identifies the sender. */
  platformSigning: entries([
    { value: 'bearer', label: '接口密钥（Bearer）' },
    { value: 'md5', label: 'MD5（接口密钥）' },
    { value: 'hmacSha256', label: 'HMAC-SHA256（接口密钥）' },
    { value: 'hmacSm3', label: 'HMAC-SM3（接口密钥）' },
    { value: 'rsaSha256', label: 'SHA256withRSA（签名私钥）' },
    { value: 'sm2', label: 'SM2withSM3（签名私钥）' },
  ]),
  platformCodeTable: entries([
    { value: 'hazard', label: '危害因素' },
    { value: 'result', label: '结果项' },
    { value: 'unit', label: '计量单位' },
    { value: 'checkType', label: '检测类别' },
    { value: 'economicType', label: '经济类型' },
    { value: 'industry', label: '行业' },
    { value: 'scale', label: '企业规模' },
    { value: 'area', label: '地区' },
    { value: 'field', label: '服务领域（按行业）' },
    { value: 'serviceItem', label: '服务事项' },
    { value: 'verdict', label: '结论' },
    { value: 'reduction', label: '限值折减方式' },
    { value: 'riskClass', label: '风险分类' },
  ]),
  pushPart: entries([
    { value: 'survey', label: '现场调查' },
    { value: 'report', label: '报告' },
    { value: 'data', label: '检测数据' },
    { value: 'whole', label: '全部资料' },
  ]),
  pushOperation: entries([
    { value: 'push', label: '推送' },
    { value: 'withdraw', label: '撤回' },
  ]),
  pushState: entries([
    { value: 'waiting', label: '待推送', tone: 'waiting' },
    { value: 'pushing', label: '推送中', tone: 'active' },
    { value: 'succeeded', label: '成功', tone: 'good' },
    { value: 'failed', label: '失败', tone: 'bad' },
    { value: 'withdrawn', label: '已撤回', tone: 'quiet' },
  ]),
  pushOutcome: entries([
    { value: 'accepted', label: '已接收', tone: 'good' },
    { value: 'repeated', label: '平台已有', tone: 'good' },
    { value: 'rejected', label: '被拒绝', tone: 'bad' },
    { value: 'unreachable', label: '未送达', tone: 'waiting' },
  ]),
  submissionState: entries([
    { value: 'drafting', label: '待报送', tone: 'waiting' },
    { value: 'submitted', label: '已报送', tone: 'good' },
  ]),
  submissionChannel: entries([
    { value: 'online', label: '网上填报' },
    { value: 'platform', label: '平台推送' },
    { value: 'paper', label: '纸质报送' },
  ]),
  declarationKind: entries([
    { value: 'first', label: '初次申报' },
    { value: 'change', label: '变更申报' },
  ]),
  declarationState: entries([
    { value: 'drafting', label: '填写中', tone: 'waiting' },
    { value: 'declared', label: '已申报', tone: 'good' },
    { value: 'replaced', label: '已变更', tone: 'quiet' },
  ]),
  declarationCategory: entries([
    { value: 'dust', label: '粉尘' },
    { value: 'chemical', label: '化学物质' },
    { value: 'physical', label: '物理因素' },
    { value: 'radiation', label: '放射性物质' },
    { value: 'biological', label: '生物因素' },
    { value: 'other', label: '其他' },
  ]),
} as const;
