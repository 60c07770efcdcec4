import { surveyTemplateKind } from '@/features/library/templates/siteSurveyModule';
import { TemplateDetails } from '@/features/library/templates/TemplateDetails';

/** 现场调查模板: rows of a template. */
export default function SiteSurveyModuleDetailsPage() {
  return <TemplateDetails kind={surveyTemplateKind} />;
}
