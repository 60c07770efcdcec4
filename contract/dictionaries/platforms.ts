import { entries } from '@contract/dictEntry';

/** Dictionaries of data governance: reporting, declaration and submission (PRODUCT §3, 数据治理). */
export const platformDictionaries = {
  platformFamily: entries([
    { value: 'differentPlatform', label: '省平台' },
    { value: 'samePlatform', label: '区域平台' },
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
    { value: 'other', label: '其他' },
  ]),
} as const;
