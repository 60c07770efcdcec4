import { RecordsPage } from '@/features/records/RecordsPage';

/** 原始记录详情: printed documents of a project. */
export default function RecordPageReport() {
  return <RecordsPage title="原始记录" />;
}
