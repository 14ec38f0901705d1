import { z } from 'zod';

const fault = z.object({
  parameter: z.string().optional().describe('The parameter at fault, if it is a parameter.'),
  value: z.string().optional().describe('The value that was sent. Long values are cut.'),
  reason: z.string().describe('What is wrong with the value.'),
  allowed: z.array(z.string()).optional().describe('The values that are allowed.'),
  suggestion: z.string().optional().describe('A value that was probably meant.'),
});

/** A problem document (RFC 9457) with the members of this service. */
export const problemSchema = z
  .object({
    type: z.url().describe('The page that explains the problem.'),
    title: z.string(),
    status: z.int().min(400).max(599),
    detail: z.string(),
    instance: z.string().describe('`urn:request:` and the `X-Request-Id` of the response.'),
    code: z.string().describe('A stable code, for programs.'),
    errors: z
      .array(fault)
      .min(1)
      .describe('All faults of the request. If no parameter is at fault, one entry with only a reason.'),
  })
  .meta({ id: 'Problem', description: 'An error response (RFC 9457).' });

export type ProblemDocument = z.output<typeof problemSchema>;

/** One fault of the request: an entry of `errors`. */
export type ProblemFault = z.output<typeof fault>;
