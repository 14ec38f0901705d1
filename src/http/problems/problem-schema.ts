import { z } from 'zod';

const fault = z.object({
  parameter: z.string().optional().describe('What is at fault, where it is a parameter.'),
  value: z.string().optional().describe('What was sent; long ones are cut.'),
  reason: z.string().describe('What is wrong with it.'),
  allowed: z.array(z.string()).optional().describe('What may stand there.'),
  suggestion: z.string().optional().describe('What may have been meant.'),
});

/** A problem document (RFC 9457) with the members of this service. */
export const problemSchema = z
  .object({
    type: z.url().describe('The page that explains it.'),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string(),
    instance: z.string().describe('`urn:request:` and the `X-Request-Id` of the answer.'),
    code: z.string().describe('A short constant, for programs.'),
    errors: z
      .array(fault)
      .min(1)
      .describe('All faults of the request; one with a reason alone where no parameter is at fault.'),
  })
  .meta({ id: 'Problem', description: 'What went wrong (RFC 9457).' });

/** What is told of a failure. */
export type ProblemDocument = z.output<typeof problemSchema>;

/** One fault of the input, as it stands under `errors` of a problem. */
export type ProblemFault = z.output<typeof fault>;
