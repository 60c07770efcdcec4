import { reportTemplateKind } from '@/features/library/templates/reportModule';
import { TemplateDetails } from '@/features/library/templates/TemplateDetails';

/** 报告模板: sections of a template. */
export default function ReportModuleDetailsPage() {
  return <TemplateDetails kind={reportTemplateKind} />;
}
