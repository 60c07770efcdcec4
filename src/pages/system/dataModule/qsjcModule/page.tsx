import { TemplateList } from '@/features/library/templates/TemplateList';
import { qsjcModule } from '@contract/features/library/entities/qsjcModule';

/** 全省监测模板 (qsjc: 全省监测): templates of the monitoring of a province. */
export default function QsjcModulePage() {
  return <TemplateList entity={qsjcModule} />;
}
