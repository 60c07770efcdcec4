import { TemplateList } from '@/features/library/templates/TemplateList';
import { siteSurveyModule } from '@contract/features/library/entities/siteSurveyModule';

/** 现场调查模板: templates of surveys. */
export default function SiteSurveyModulePage() {
  return <TemplateList entity={siteSurveyModule} />;
}
