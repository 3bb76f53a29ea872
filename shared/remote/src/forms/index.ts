/**
 * The parts of forms, with react-hook-form inside: one shared file that arrives with the first page that
 * has a form.
 * Only pages import it, never the module (`remote.tsx` and what it imports).
 */
export { Controller, FormProvider, useController, useFormContext, type UseFormReturn } from 'react-hook-form'
export { Form, takeFilled } from './form.tsx'
export { useFields } from './use-fields.ts'
export { useSchemaForm } from './use-schema-form.ts'
export { useFormCall, type FormCall } from './use-form-call.ts'
export { useErrorText } from './use-error-text.ts'
export { applyFailure, type SetError } from './apply-failure.ts'
export { useDraft, type DraftForm } from './use-draft.ts'
