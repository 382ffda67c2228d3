.text
.globl bare0_static_f32
.type bare0_static_f32,@function
bare0_static_f32:
movss (%rdi), %xmm0
movss %xmm0, (%rsi)
retq
.globl bare0_fixed_f32
.type bare0_fixed_f32,@function
bare0_fixed_f32:
movss 20(%rdi), %xmm0
movss %xmm0, (%rsi)
retq
.globl bare0_static_i16
.type bare0_static_i16,@function
bare0_static_i16:
movzwl (%rdi), %eax
movw %ax, (%rsi)
retq
.globl bare0_fixed_i16
.type bare0_fixed_i16,@function
bare0_fixed_i16:
movzwl 10(%rdi), %eax
movw %ax, (%rsi)
retq
.globl bare1_static_f32
.type bare1_static_f32,@function
bare1_static_f32:
movss (%rdi), %xmm0
movss %xmm0, (%rsi)
movss 4(%rdi), %xmm0
movss %xmm0, 4(%rsi)
retq
.globl bare1_fixed_f32
.type bare1_fixed_f32,@function
bare1_fixed_f32:
movss 20(%rdi), %xmm0
movss %xmm0, (%rsi)
movss 28(%rdi), %xmm0
movss %xmm0, 4(%rsi)
retq
.globl bare1_static_i16
.type bare1_static_i16,@function
bare1_static_i16:
movzwl (%rdi), %eax
movw %ax, (%rsi)
movzwl 2(%rdi), %eax
movw %ax, 2(%rsi)
retq
.globl bare1_fixed_i16
.type bare1_fixed_i16,@function
bare1_fixed_i16:
movzwl 10(%rdi), %eax
movw %ax, (%rsi)
movzwl 14(%rdi), %eax
movw %ax, 2(%rsi)
retq
.globl bare2_static_f32
.type bare2_static_f32,@function
bare2_static_f32:
movss (%rdi), %xmm0
movss %xmm0, (%rsi)
movss 4(%rdi), %xmm0
movss %xmm0, 4(%rsi)
movss 8(%rdi), %xmm0
movss %xmm0, 8(%rsi)
movss 12(%rdi), %xmm0
movss %xmm0, 12(%rsi)
movss 16(%rdi), %xmm0
movss %xmm0, 16(%rsi)
movss 20(%rdi), %xmm0
movss %xmm0, 20(%rsi)
retq
.globl bare2_fixed_f32
.type bare2_fixed_f32,@function
bare2_fixed_f32:
movss 20(%rdi), %xmm0
movss %xmm0, (%rsi)
movss 40(%rdi), %xmm0
movss %xmm0, 4(%rsi)
movss 60(%rdi), %xmm0
movss %xmm0, 8(%rsi)
movss 28(%rdi), %xmm0
movss %xmm0, 12(%rsi)
movss 48(%rdi), %xmm0
movss %xmm0, 16(%rsi)
movss 68(%rdi), %xmm0
movss %xmm0, 20(%rsi)
retq
.globl bare2_static_i16
.type bare2_static_i16,@function
bare2_static_i16:
movzwl (%rdi), %eax
movw %ax, (%rsi)
movzwl 2(%rdi), %eax
movw %ax, 2(%rsi)
movzwl 4(%rdi), %eax
movw %ax, 4(%rsi)
movzwl 6(%rdi), %eax
movw %ax, 6(%rsi)
movzwl 8(%rdi), %eax
movw %ax, 8(%rsi)
movzwl 10(%rdi), %eax
movw %ax, 10(%rsi)
retq
.globl bare2_fixed_i16
.type bare2_fixed_i16,@function
bare2_fixed_i16:
movzwl 10(%rdi), %eax
movw %ax, (%rsi)
movzwl 20(%rdi), %eax
movw %ax, 2(%rsi)
movzwl 30(%rdi), %eax
movw %ax, 4(%rsi)
movzwl 14(%rdi), %eax
movw %ax, 6(%rsi)
movzwl 24(%rdi), %eax
movw %ax, 8(%rsi)
movzwl 34(%rdi), %eax
movw %ax, 10(%rsi)
retq
.globl bare3_static_f32
.type bare3_static_f32,@function
bare3_static_f32:
movss (%rdi), %xmm0
movss %xmm0, (%rsi)
movss 4(%rdi), %xmm0
movss %xmm0, 4(%rsi)
movss 8(%rdi), %xmm0
movss %xmm0, 8(%rsi)
movss 12(%rdi), %xmm0
movss %xmm0, 12(%rsi)
movss 16(%rdi), %xmm0
movss %xmm0, 16(%rsi)
movss 20(%rdi), %xmm0
movss %xmm0, 20(%rsi)
movss 24(%rdi), %xmm0
movss %xmm0, 24(%rsi)
movss 28(%rdi), %xmm0
movss %xmm0, 28(%rsi)
movss 32(%rdi), %xmm0
movss %xmm0, 32(%rsi)
movss 36(%rdi), %xmm0
movss %xmm0, 36(%rsi)
movss 40(%rdi), %xmm0
movss %xmm0, 40(%rsi)
movss 44(%rdi), %xmm0
movss %xmm0, 44(%rsi)
movss 48(%rdi), %xmm0
movss %xmm0, 48(%rsi)
movss 52(%rdi), %xmm0
movss %xmm0, 52(%rsi)
movss 56(%rdi), %xmm0
movss %xmm0, 56(%rsi)
movss 60(%rdi), %xmm0
movss %xmm0, 60(%rsi)
movss 64(%rdi), %xmm0
movss %xmm0, 64(%rsi)
movss 68(%rdi), %xmm0
movss %xmm0, 68(%rsi)
movss 72(%rdi), %xmm0
movss %xmm0, 72(%rsi)
movss 76(%rdi), %xmm0
movss %xmm0, 76(%rsi)
movss 80(%rdi), %xmm0
movss %xmm0, 80(%rsi)
movss 84(%rdi), %xmm0
movss %xmm0, 84(%rsi)
movss 88(%rdi), %xmm0
movss %xmm0, 88(%rsi)
movss 92(%rdi), %xmm0
movss %xmm0, 92(%rsi)
retq
.globl bare3_fixed_f32
.type bare3_fixed_f32,@function
bare3_fixed_f32:
movss 20(%rdi), %xmm0
movss %xmm0, (%rsi)
movss 84(%rdi), %xmm0
movss %xmm0, 4(%rsi)
movss 148(%rdi), %xmm0
movss %xmm0, 8(%rsi)
movss 212(%rdi), %xmm0
movss %xmm0, 12(%rsi)
movss 40(%rdi), %xmm0
movss %xmm0, 16(%rsi)
movss 104(%rdi), %xmm0
movss %xmm0, 20(%rsi)
movss 168(%rdi), %xmm0
movss %xmm0, 24(%rsi)
movss 232(%rdi), %xmm0
movss %xmm0, 28(%rsi)
movss 60(%rdi), %xmm0
movss %xmm0, 32(%rsi)
movss 124(%rdi), %xmm0
movss %xmm0, 36(%rsi)
movss 188(%rdi), %xmm0
movss %xmm0, 40(%rsi)
movss 252(%rdi), %xmm0
movss %xmm0, 44(%rsi)
movss 28(%rdi), %xmm0
movss %xmm0, 48(%rsi)
movss 92(%rdi), %xmm0
movss %xmm0, 52(%rsi)
movss 156(%rdi), %xmm0
movss %xmm0, 56(%rsi)
movss 220(%rdi), %xmm0
movss %xmm0, 60(%rsi)
movss 48(%rdi), %xmm0
movss %xmm0, 64(%rsi)
movss 112(%rdi), %xmm0
movss %xmm0, 68(%rsi)
movss 176(%rdi), %xmm0
movss %xmm0, 72(%rsi)
movss 240(%rdi), %xmm0
movss %xmm0, 76(%rsi)
movss 68(%rdi), %xmm0
movss %xmm0, 80(%rsi)
movss 132(%rdi), %xmm0
movss %xmm0, 84(%rsi)
movss 196(%rdi), %xmm0
movss %xmm0, 88(%rsi)
movss 260(%rdi), %xmm0
movss %xmm0, 92(%rsi)
retq
.globl bare3_static_i16
.type bare3_static_i16,@function
bare3_static_i16:
movzwl (%rdi), %eax
movw %ax, (%rsi)
movzwl 2(%rdi), %eax
movw %ax, 2(%rsi)
movzwl 4(%rdi), %eax
movw %ax, 4(%rsi)
movzwl 6(%rdi), %eax
movw %ax, 6(%rsi)
movzwl 8(%rdi), %eax
movw %ax, 8(%rsi)
movzwl 10(%rdi), %eax
movw %ax, 10(%rsi)
movzwl 12(%rdi), %eax
movw %ax, 12(%rsi)
movzwl 14(%rdi), %eax
movw %ax, 14(%rsi)
movzwl 16(%rdi), %eax
movw %ax, 16(%rsi)
movzwl 18(%rdi), %eax
movw %ax, 18(%rsi)
movzwl 20(%rdi), %eax
movw %ax, 20(%rsi)
movzwl 22(%rdi), %eax
movw %ax, 22(%rsi)
movzwl 24(%rdi), %eax
movw %ax, 24(%rsi)
movzwl 26(%rdi), %eax
movw %ax, 26(%rsi)
movzwl 28(%rdi), %eax
movw %ax, 28(%rsi)
movzwl 30(%rdi), %eax
movw %ax, 30(%rsi)
movzwl 32(%rdi), %eax
movw %ax, 32(%rsi)
movzwl 34(%rdi), %eax
movw %ax, 34(%rsi)
movzwl 36(%rdi), %eax
movw %ax, 36(%rsi)
movzwl 38(%rdi), %eax
movw %ax, 38(%rsi)
movzwl 40(%rdi), %eax
movw %ax, 40(%rsi)
movzwl 42(%rdi), %eax
movw %ax, 42(%rsi)
movzwl 44(%rdi), %eax
movw %ax, 44(%rsi)
movzwl 46(%rdi), %eax
movw %ax, 46(%rsi)
retq
.globl bare3_fixed_i16
.type bare3_fixed_i16,@function
bare3_fixed_i16:
movzwl 10(%rdi), %eax
movw %ax, (%rsi)
movzwl 42(%rdi), %eax
movw %ax, 2(%rsi)
movzwl 74(%rdi), %eax
movw %ax, 4(%rsi)
movzwl 106(%rdi), %eax
movw %ax, 6(%rsi)
movzwl 20(%rdi), %eax
movw %ax, 8(%rsi)
movzwl 52(%rdi), %eax
movw %ax, 10(%rsi)
movzwl 84(%rdi), %eax
movw %ax, 12(%rsi)
movzwl 116(%rdi), %eax
movw %ax, 14(%rsi)
movzwl 30(%rdi), %eax
movw %ax, 16(%rsi)
movzwl 62(%rdi), %eax
movw %ax, 18(%rsi)
movzwl 94(%rdi), %eax
movw %ax, 20(%rsi)
movzwl 126(%rdi), %eax
movw %ax, 22(%rsi)
movzwl 14(%rdi), %eax
movw %ax, 24(%rsi)
movzwl 46(%rdi), %eax
movw %ax, 26(%rsi)
movzwl 78(%rdi), %eax
movw %ax, 28(%rsi)
movzwl 110(%rdi), %eax
movw %ax, 30(%rsi)
movzwl 24(%rdi), %eax
movw %ax, 32(%rsi)
movzwl 56(%rdi), %eax
movw %ax, 34(%rsi)
movzwl 88(%rdi), %eax
movw %ax, 36(%rsi)
movzwl 120(%rdi), %eax
movw %ax, 38(%rsi)
movzwl 34(%rdi), %eax
movw %ax, 40(%rsi)
movzwl 66(%rdi), %eax
movw %ax, 42(%rsi)
movzwl 98(%rdi), %eax
movw %ax, 44(%rsi)
movzwl 130(%rdi), %eax
movw %ax, 46(%rsi)
retq
.globl bare_same
.type bare_same,@function
bare_same:
movq %rdi, %rax
retq
.globl bare_new
.type bare_new,@function
bare_new:
subq $24, %rsp
movaps %xmm0, (%rsp)
movl $16, %edi
callq malloc@PLT
movaps (%rsp), %xmm0
movaps %xmm0, %xmm1
shufps $0, %xmm0, %xmm1
movups %xmm1, (%rax)
addq $24, %rsp
retq
.section ".note.GNU-stack","",@progbits
