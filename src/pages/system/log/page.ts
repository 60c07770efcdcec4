import { auditLog } from '@contract/entities/system/auditLog';
import { definePage } from '@/listEditor';
import { AuditDetail } from './AuditDetail';

export default definePage({
  entity: auditLog,
  title: '审计日志',
  columns: ['id', 'createTime', 'userName', 'action', 'entityLabel', 'title', 'reason', 'ip', 'requestId'],
  filters: ['userName', 'action', 'createTime', 'entityLabel', 'title', 'ip', 'requestId'],
  can: [],
  slots: { detail: AuditDetail },
});
