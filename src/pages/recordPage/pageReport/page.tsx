import { RecordsPage } from '@/projects/records/RecordsPage';

export default function RecordPageReport() {
  return <RecordsPage title="原始记录" />;
}
