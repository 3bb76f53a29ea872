import * as contract from '@adcoin/contract'
import * as v from 'valibot'
import { expect, it } from 'vitest'
import { createSampleAnswer } from './sample-answer.ts'

it('every call has a sample answer that its schema takes', () => {
  const calls = Object.values<unknown>(contract).filter(
    (each): each is contract.Call => typeof each === 'object' && each !== null && 'response' in each && 'path' in each,
  )
  expect(calls.length).toBeGreaterThan(50)
  const bad = calls.filter(({ method, path, response }) => !v.is(response, createSampleAnswer(`${method} ${path}`)))
  expect(bad.map(({ path }) => path)).toEqual([])
})
