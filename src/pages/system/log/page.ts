import { auditLog } from '@contract/entities/system/auditLog';
import { definePage } from '@/listEditor';
import { AuditDetail } from './AuditDetail';

/** 审计日志: what was done, to what, by whom, when; a click on the name tells each field as it was and as it is. */
export default definePage({
  entity: auditLog,
  title: '审计日志',
  columns: ['title', 'createTime', 'userName', 'action', 'entityLabel', 'reason', 'ip', 'requestId', 'id'],
  filters: ['userName', 'entityLabel', 'createTime', 'action', 'title', 'ip', 'requestId'],
  can: [],
  slots: { detail: AuditDetail },
});
