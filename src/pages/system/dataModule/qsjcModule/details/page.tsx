import { monitoringTemplateKind } from '@/features/library/templates/qsjcModule';
import { TemplateDetails } from '@/features/library/templates/TemplateDetails';

/** 全省监测模板 (qsjc: 全省监测): rows of a template. */
export default function QsjcModuleDetailsPage() {
  return <TemplateDetails kind={monitoringTemplateKind} />;
}
