"""A very small GPT-2 trained on made-up sentences; README.md is its model card."""
