import { planTemplateKind } from '@/features/library/templates/cyfaModule';
import { TemplateDetails } from '@/features/library/templates/TemplateDetails';

/** 采样方案模板 (cyfa: 采样方案): rows of a template. */
export default function CyfaModuleDetailsPage() {
  return <TemplateDetails kind={planTemplateKind} />;
}
