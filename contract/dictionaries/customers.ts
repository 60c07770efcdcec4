import { entries } from '@contract/dictEntry';

/** Dictionaries of customers: requests between an organization and a client. */
export const customerDictionaries = {
  clientMatterKind: entries([
    { value: 'document', label: '提供资料' },
    { value: 'visit', label: '到场确认' },
    { value: 'plan', label: '方案确认' },
    { value: 'question', label: '咨询' },
    { value: 'objection', label: '异议' },
  ]),
  clientMatterState: entries([
    { value: 'open', label: '待答复', tone: 'waiting' },
    { value: 'answered', label: '已答复', tone: 'active' },
    { value: 'closed', label: '已办结', tone: 'good' },
  ]),
} as const;
